import assert from "node:assert/strict";
import { test } from "node:test";
import type { ComputerCall, ScriptedAnswer, ScriptedRequest } from "../../packages/fovea-agent/src/public-types.js";
import { connect } from "../../src/library/connect.js";
import { connection, startRun } from "../support/agent-run.js";
import { CHAT_PAGE, SHOP, startGuarded } from "../support/guarded-phone.js";

type Kind = ComputerCall["provider"];

const PHONE = { app: SHOP, size: { width: 1080, height: 2400 }, density: 420 } as const;
/** The size of the image that the model sees, as a share of the screen. */
const SCALE = 1280 / 2400;
const PROTOCOL = { gemini: "google", openai: "openai", anthropic: "anthropic" } as const;

/** One tap as the provider's model asks for it; `checks` is the provider's own question. */
function tapAt(kind: Kind, { x, y }: { readonly x: number; readonly y: number }, check?: string): ScriptedAnswer {
  const at = { x: Math.round(x * SCALE), y: Math.round(y * SCALE) };
  if (kind === "anthropic")
    return { call: { name: "computer", arguments: { action: "left_click", coordinate: [at.x, at.y] } } };
  if (kind === "openai") {
    const checks = check === undefined ? [] : [{ id: "sc_1", code: "pay", message: check }];
    const actions = [{ type: "click", button: "left", ...at }];
    return { call: { name: "computer", arguments: { actions, pending_safety_checks: checks } } };
  }
  const decision = { safety_decision: { decision: "require_confirmation", explanation: check } };
  const place = { x: Math.floor((x * 1000) / 1080), y: Math.floor((y * 1000) / 2400) };
  return { call: { name: "click", arguments: { ...place, ...(check === undefined ? {} : decision) } } };
}

async function startShop() {
  const product = await startGuarded({}, CHAT_PAGE, PHONE);
  await using phone = await connect(connection(product, async () => false));
  const placeOf = async (label: string) => {
    const [found] = await phone.find(`button "${label}"`);
    const { left, top, right, bottom } = found?.bounds ?? assert.fail(label);
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  return { product, details: await placeOf("Details"), send: await placeOf("Send") };
}

for (const kind of ["gemini", "openai", "anthropic"] as const)
  test(`a computer-use model of ${kind} does a task over HTTP, gets verdicts and screenshots, and ends with its text`, async () => {
    const { product, details } = await startShop();
    await using _product = product;
    const answers = [tapAt(kind, details), { text: "The details are shown." }];
    await using run = await startRun(product, { plans: [], calls: answers });
    const result = await run.run({ computerUse: kind, model: run.model.options(PROTOCOL[kind]) });
    assert.deepEqual([result.end, result.error, result.actions, result.isResumable], ["finished", null, 1, false]);
    assert.deepEqual([result.evidence, product.app.events], [["The details are shown."], ["tap Details"]]);
    const [first, second] = run.model.requests;
    assert.equal(first?.images, 1);
    const sent = JSON.stringify(second?.body);
    assert.match(sent, /<untrusted>\\ntapped .*Details/);
    assert.ok((sent.match(/iVBORw0KGgo/g) ?? []).length === 2, "the first screenshot, and the one after the tap");
    if (kind === "gemini") assert.deepEqual(first?.functions, ["ENVIRONMENT_MOBILE"]);
  });

for (const kind of ["gemini", "openai", "anthropic"] as const)
  test(`several calls in one answer of ${kind} are done in order, up to the first that fails`, async () => {
    const { product, details, send } = await startShop();
    await using _product = product;
    const calls = [details, send, details].flatMap((place) => {
      const answer = tapAt(kind, place);
      return "call" in answer ? [answer.call] : [];
    });
    await using run = await startRun(product, { plans: [], calls: [{ calls }, { text: "done" }] });
    const given = { computerUse: kind, model: run.model.options(PROTOCOL[kind]) };
    const steps: unknown[] = [];
    const result = await run.run({
      ...given,
      askPerson: async () => false,
      onEvent: (event) => event.kind === "step" && steps.push([event.step, event.verdict]),
    });
    assert.deepEqual([result.end, result.actions, product.app.events], ["finished", 3, ["tap Details"]]);
    assert.deepEqual(steps, [
      [1, "done"],
      [2, "not done"],
      [3, "not done"],
    ]);
    const sent = JSON.stringify(run.model.requests.at(-1)?.body);
    assert.match(sent, /CONSENT_REFUSED/);
    assert.match(sent, /not done: the call before this one was not done/);
  });

test("a run stopped between two calls of one answer keeps what the first call did", async () => {
  const { product, details } = await startShop();
  await using _product = product;
  const answer = tapAt("anthropic", details);
  const call = "call" in answer ? answer.call : assert.fail("no call");
  await using run = await startRun(product, { plans: [], calls: [{ calls: [call, call] }] });
  const stop = new AbortController();
  const result = await run.run({
    computerUse: "anthropic",
    signal: stop.signal,
    onEvent: () => stop.abort(),
  });
  assert.deepEqual([result.end, result.actions, product.app.events], ["cancelled", 1, ["tap Details"]]);
});

test("a provider's safety decision is shown to a person each time, and is acknowledged only after a yes", async () => {
  for (const kind of ["gemini", "openai"] as const) {
    const { product, details } = await startShop();
    await using _product = product;
    const script = { plans: [], calls: [tapAt(kind, details, "It may pay."), { text: "done" }] };
    const play = async (askPerson?: (question: string) => Promise<boolean>) => {
      await using run = await startRun(product, script);
      const given = { computerUse: kind, model: run.model.options(PROTOCOL[kind]) };
      const result = await run.run(askPerson === undefined ? given : { ...given, askPerson });
      return { end: result.end, message: result.message, sent: JSON.stringify(run.model.requests.at(-1)?.body) };
    };
    const alone = await play();
    assert.deepEqual([alone.end, product.app.events], ["needs_person", []], kind);
    assert.match(alone.message, /It may pay/);
    const asked: string[] = [];
    const person = (yes: boolean) => async (question: string) => {
      asked.push(question);
      return yes;
    };
    const acknowledged = /safety_acknowledgement":"true"|"acknowledged_safety_checks":\[\{"id":"sc_1"/;
    const refused = await play(person(false));
    assert.deepEqual([refused.end, product.app.events], ["finished", []]);
    assert.doesNotMatch(refused.sent, acknowledged);
    const agreed = await play(person(true));
    assert.deepEqual([agreed.end, product.app.events], ["finished", ["tap Details"]]);
    assert.match(agreed.sent, acknowledged);
    assert.deepEqual(asked, ["It may pay.", "It may pay."]);
  }
});

test("no provider's model performs a sensitive action without a person's yes", async () => {
  for (const kind of ["gemini", "openai", "anthropic"] as const) {
    const { product, send } = await startShop();
    await using _product = product;
    await using run = await startRun(product, { plans: [], calls: [tapAt(kind, send), { text: "sent" }] });
    const given = { computerUse: kind, model: run.model.options(PROTOCOL[kind]) };
    const refused = await run.run({ ...given, askPerson: async () => false });
    assert.deepEqual([refused.end, product.app.events], ["finished", []], kind);
    assert.match(JSON.stringify(run.model.requests.at(-1)?.body), /CONSENT_REFUSED/);
  }
});

test("a repeated action, a used-up budget, an unreadable answer, FAILED and a wrong model each have their own end", async () => {
  const { product, details } = await startShop();
  await using _product = product;
  const play = async (
    calls: readonly ScriptedAnswer[],
    more: object = {},
    protocol: ScriptedRequest["protocol"] = "anthropic",
  ) => {
    await using run = await startRun(product, { plans: calls.map((one) => JSON.stringify(one)), calls });
    const result = await run.run({ computerUse: "anthropic", model: run.model.options(protocol), ...more });
    return { ...result, requests: run.model.requests };
  };
  const tap = tapAt("anthropic", details);
  assert.deepEqual((await play([tap])).end, "no_progress");
  const spent = await play([tap], { maxSteps: 1 });
  assert.deepEqual([spent.end, spent.actions], ["budget", 1]);
  const odd = await play([{ call: { name: "computer", arguments: { action: "fly" } } }, { text: "FAILED: no wings" }]);
  assert.deepEqual([odd.end, odd.actions, odd.requests.length], ["failure", 0, 2]);
  const garbage = await play([{ garbage: "data: {nonsense\n\n" }]);
  assert.deepEqual([garbage.end, garbage.error?.code, garbage.isResumable], ["error", "MODEL_FAILED", false]);
  assert.match(garbage.error?.hint ?? "", /run it again: such a run cannot be resumed/);
  assert.equal((await play([{ status: 529 }])).error?.code, "MODEL_BUSY");
  for (const more of [{ task: " " }, { maxSteps: 0 }, { maxTokens: Number.NaN }])
    await assert.rejects(play([tap], more), { code: "AGENT_RUN_UNUSABLE" }, JSON.stringify(more));
  await assert.rejects(play([tap], {}, "compatible"), { code: "MODEL_UNUSABLE" });
});

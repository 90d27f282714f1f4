// Answers that come when nobody waits for them, and answers that are about another phone: neither does anything.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startVirtualAdbServer } from "../../../packages/virtual-android/src/virtual-adb-server.js";
import { openFovea } from "../../../src/app/open-app.js";
import { pollUntil } from "../../../src/base/signals.js";
import { Consents } from "../../../src/server/consents.js";
import { type Answer, NO, userAnswering, YES } from "../../support/asked-user.js";
import { CHAT_PAGE, linesOf, SEND, startGuarded, startsWith, tokenIn } from "../../support/guarded-phone.js";
import { connectMcp, ERAS } from "../../support/mcp-link.js";
import { RawMcp } from "../../support/raw-mcp.js";

const ACCEPTED = { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } };
const OTHER_PAGE = {
  ...CHAT_PAGE,
  parts: CHAT_PAGE.parts.map((part) => (part.label === "Details" ? { ...part, label: "To: everybody" } : part)),
};

for (const era of ERAS)
  test(`a yes that comes after its call was cancelled does nothing (${era})`, async () => {
    await using product = await startGuarded();
    let answer: (given: Answer) => void = () => {};
    const late = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    const user = userAnswering(async () => await late);
    await using mcp = await connectMcp(product, era, user.setUp);
    const stop = new AbortController();
    const call = mcp.call("tap", SEND, { signal: stop.signal });
    await pollUntil(() => user.questions.length > 0 || undefined, 5, AbortSignal.timeout(60_000));
    stop.abort();
    // The client of the newer era waits for its user before it looks at the signal.
    if (era === "legacy") await assert.rejects(call);
    answer(YES);
    if (era === "modern") await assert.rejects(call);
    const next = await mcp.call("tap", { target: 'button "Details"' });
    assert.equal(next.isError, false, next.text);
    assert.deepEqual(product.app.events, ["tap Details"]);
    assert.ok(!linesOf(product).some(({ outcome }) => outcome === "confirmed"));
  });

test("a yes does nothing after its time, or after the screen changed, and no longer counts", async () => {
  await using product = await startGuarded();
  const hasty = new RawMcp({ ...product, consents: new Consents(1) });
  const { state = "" } = await hasty.call("tap", SEND);
  const asked = Date.now();
  await pollUntil(() => Date.now() > asked + 2_100 || undefined, 50, AbortSignal.timeout(60_000));
  const late = await hasty.call("tap", SEND, { ...ACCEPTED, requestState: state });
  startsWith(late.text, "CONSENT_STALE");
  assert.match(late.text, /too old/);
  const client = new RawMcp(product);
  const other = await client.call("tap", SEND);
  product.app.show(OTHER_PAGE);
  const yes = { ...ACCEPTED, requestState: other.state ?? "" };
  startsWith((await client.call("tap", SEND, yes)).text, "CONSENT_STALE");
  assert.deepEqual(product.app.events, []);
});

test("a token of confirm_action is void once the screen changed, and when its time is over", async (context) => {
  await using product = await startGuarded();
  await using mcp = await connectMcp(product);
  const token = tokenIn((await mcp.call("tap", SEND)).text);
  product.app.show(OTHER_PAGE);
  startsWith((await mcp.call("confirm_action", { token })).text, "CONSENT_STALE");
  const another = tokenIn((await mcp.call("tap", SEND)).text);
  const now = performance.now.bind(performance);
  context.mock.method(performance, "now", () => now() + 301_000);
  startsWith((await mcp.call("confirm_action", { token: another })).text, "CONSENT_STALE");
  assert.deepEqual(product.app.events, []);
});

test("the log calls an action for persons only blocked where nobody can be asked", async () => {
  await using product = await startGuarded();
  await using mcp = await connectMcp(product);
  startsWith((await mcp.call("tap", { target: 'button "Buy now"' })).text, "ACTION_BLOCKED");
  assert.deepEqual(linesOf(product), [{ outcome: "blocked", class: "purchase", by: "rule" }]);
  startsWith((await mcp.call("tap", SEND)).text, "CONFIRMATION_REQUIRED");
  assert.deepEqual(linesOf(product).at(-1), { outcome: "asked", class: "send", by: "rule" });
});

test("no log line contains text that a redaction pattern matches, in upper or lower case", async () => {
  const parts = [{ widget: "button", id: null, label: "Send Top secret" }] as const;
  await using product = await startGuarded({ guard: "note", redact: ["Top ?secret"] }, { kind: "page", parts });
  await using mcp = await connectMcp(product);
  await mcp.call("tap", { target: 'button "Send Top secret"' });
  const log = readFileSync(join(product.config.stateDir, "guard.jsonl"), "utf8");
  assert.match(log, /"class":"send"/);
  assert.doesNotMatch(log, /top secret/i);
});

/** Two phones behind one server, with Send on the screen of each. */
async function startTwo() {
  const first = await startGuarded({}, CHAT_PAGE, { serialNumber: "FIRST" });
  const second = await startGuarded({}, CHAT_PAGE, { serialNumber: "SECOND" });
  const server = await startVirtualAdbServer({ devices: [{ device: first.device }, { device: second.device }] });
  const parts = await openFovea({ ...first.config, adbPort: server.port, companion: "off", detector: "none" });
  return {
    parts,
    events: () => [first.app.events, second.app.events],
    [Symbol.asyncDispose]: async () => {
      for (const one of [parts, server, second, first]) await one[Symbol.asyncDispose]();
    },
  };
}

test("an answer for one phone does nothing on another one, and stays valid for its own", async () => {
  await using two = await startTwo();
  const client = new RawMcp(two.parts);
  const { state = "" } = await client.call("tap", { ...SEND, device: "FIRST" });
  const yes = { ...ACCEPTED, requestState: state };
  startsWith((await client.call("tap", { ...SEND, device: "SECOND" }, yes)).text, "CONSENT_STALE");
  assert.deepEqual(two.events(), [[], []]);
  const done = await client.call("tap", { ...SEND, device: "FIRST" }, yes);
  assert.deepEqual(two.events(), [["tap Send"], []], done.text);
});

test("a token does only its own action, only on its own phone", async () => {
  await using two = await startTwo();
  await using mcp = await connectMcp(two.parts);
  const token = tokenIn((await mcp.call("tap", { ...SEND, device: "FIRST" })).text);
  const named = await mcp.call("confirm_action", { token, device: "SECOND" });
  assert.deepEqual([named.isError, two.events()], [true, [[], []]], named.text);
  const done = await mcp.call("confirm_action", { token });
  assert.deepEqual(two.events(), [["tap Send"], []], done.text);
  startsWith((await mcp.call("confirm_action", { token })).text, "CONSENT_STALE");
  assert.deepEqual(two.events(), [["tap Send"], []]);
});

for (const era of ERAS)
  test(`two phones that wait for an answer each get their own (${era})`, async () => {
    await using two = await startTwo();
    const user = userAnswering(() => ((user.questions.at(-1) ?? "").includes("on FIRST") ? YES : NO));
    await using mcp = await connectMcp(two.parts, era, user.setUp);
    const [first, second] = await Promise.all(
      ["FIRST", "SECOND"].map(async (device) => await mcp.call("tap", { ...SEND, device })),
    );
    assert.equal(first?.isError, false, first?.text);
    startsWith(second?.text ?? "", "CONSENT_REFUSED");
    assert.deepEqual(two.events(), [["tap Send"], []]);
  });

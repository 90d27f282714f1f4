// What functions of the program throw is the program's own error: it ends a run before the next step.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentOptions, AgentResult } from "../../packages/fovea-agent/src/public-types.js";
import { connect } from "../../src/library/connect.js";
import { callOf, connection, planOf, startRun, tapOn } from "../support/agent-run.js";
import { SMALL } from "../support/drive.js";
import { startGuarded } from "../support/guarded-phone.js";
import { startProduct } from "../support/product.js";

const FORM = { ...SMALL, app: "com.fovea.form" } as const;
const AGREE = "I agree to the terms";
const AGREED = "id/terms checked";
const OWN = new Error("the progress bar is gone");

function throwsAt(kind: string): NonNullable<AgentOptions["onEvent"]> {
  return (event) => {
    if (event.kind === kind) throw OWN;
  };
}

function assertOwn({ end, error }: AgentResult, words: RegExp): void {
  assert.deepEqual([end, error?.code], ["error", "CALLBACK_FAILED"]);
  assert.match(error?.message ?? "", words);
  assert.equal(error?.cause, OWN);
  assert.match(error?.hint ?? "", /your program/);
}

test("an exception in onEvent ends a run before its next step; the resumed run repeats nothing", async () => {
  await using product = await startProduct(FORM);
  const script = { plans: [planOf("agree", "agree again")], calls: [tapOn(AGREE)] };
  await using run = await startRun(product, script);
  const before = await run.run({ expect: AGREED, onEvent: throwsAt("plan") });
  assertOwn(before, /^runAgent: onEvent threw at the plan, which ended the run: the progress bar is gone$/);
  assert.deepEqual([before.actions, before.isResumable], [0, true]);
  assertOwn(await run.run({ expect: AGREED, onEvent: throwsAt("resumed") }), /onEvent threw at the resumption/);
  const after = await run.run({ expect: AGREED, onEvent: throwsAt("step") });
  assertOwn(after, /^runAgent: onEvent threw at step 1, which ended the run: /);
  assert.deepEqual([after.actions, after.usage.calls > 0], [1, true]);
  const result = await run.run({ expect: AGREED });
  assert.deepEqual([result.end, result.actions], ["success", 1]);
});

test("a rejection in onEvent is also an error of the run, even where the run had already ended", async () => {
  await using product = await startProduct(FORM);
  await using run = await startRun(product, { plans: [planOf("agree")], calls: [tapOn(AGREE)] });
  let closed = () => {};
  const end = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const late = async () => {
    await end;
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    throw OWN;
  };
  const onEvent: NonNullable<AgentOptions["onEvent"]> = (event) => (event.kind === "step" ? late() : undefined);
  const openPhone: AgentOptions["openPhone"] = async (confirm) => {
    const phone = await connect(connection(product, confirm));
    const get = (_target: object, name: string | symbol): unknown => {
      if (name === Symbol.asyncDispose) return async () => await phone.close().finally(closed);
      const value: unknown = Reflect.get(phone, name, phone);
      return typeof value === "function" ? value.bind(phone) : value;
    };
    return new Proxy(Object.create(null), { get });
  };
  const failed = await run.run({ expect: AGREED, onEvent, openPhone });
  assertOwn(failed, /onEvent threw at step 1/);
  assert.deepEqual([failed.actions, failed.isResumable], [1, true]);
  const result = await run.run({ expect: AGREED });
  assert.deepEqual([result.end, result.actions], ["success", 1]);
});

test("an exception in askPerson is the program's own error: nothing is done, and the question stays open", async () => {
  await using product = await startGuarded();
  const askPerson = () => Promise.reject(OWN);
  const script = { plans: [planOf("send it"), '{"finish": "sent"}'], calls: [tapOn('button "Send"')] };
  await using run = await startRun(product, script);
  assertOwn(await run.run({ askPerson }), /^runAgent: askPerson threw, so nothing was done: the progress bar is gone$/);
  assertOwn(await run.run({ askPerson: async () => true, onEvent: throwsAt("question") }), /threw at a question/);
  assert.deepEqual(product.app.events, []);
  const result = await run.run({ askPerson: async () => true });
  assert.deepEqual([result.end, product.app.events], ["finished", ["tap Send"]]);
});

test("an exception in judge is the program's own error, unless the phone failed", async () => {
  await using product = await startProduct(FORM);
  await using run = await startRun(product, { plans: [planOf("agree")], calls: [tapOn(AGREE)] });
  assertOwn(await run.run({ judge: () => Promise.reject(OWN) }), /^runAgent: judge threw, so nothing is proven: /);
  const failed = await run.run({
    judge: async (phone) => ({ holds: true, evidence: [(await phone.tap("id/x")).did] }),
  });
  assert.deepEqual([failed.end, failed.error?.code, failed.error?.cause], ["error", "ELEMENT_NOT_FOUND", undefined]);
});

test("a run of a computer-use model ends in the same way, and the model gets none of the program's error", async () => {
  await using product = await startGuarded();
  await using phone = await connect(connection(product, async () => false));
  const { size } = await phone.observe();
  const scale = Math.min(1, 1280 / (size?.height ?? assert.fail("no size")));
  const placeOf = async (label: string): Promise<readonly [number, number]> => {
    const [found] = await phone.find(`button "${label}"`);
    const { left, top, right, bottom } = found?.bounds ?? assert.fail(label);
    return [Math.round(((left + right) / 2) * scale), Math.round(((top + bottom) / 2) * scale)];
  };
  const play = async (label: string, more: Partial<AgentOptions>) => {
    const tap = callOf("computer", { action: "left_click", coordinate: await placeOf(label) });
    await using run = await startRun(product, { plans: [], calls: [tap, { text: "done" }] });
    const result = await run.run({ computerUse: "anthropic", ...more });
    return { result, requests: run.model.requests.length };
  };
  const heard = await play("Details", { onEvent: throwsAt("step") });
  assertOwn(heard.result, /^runAgent: onEvent threw at step 1, which ended the run: /);
  assert.deepEqual([heard.result.actions, heard.requests, product.app.events], [1, 1, ["tap Details"]]);
  const asked = await play("Send", { askPerson: () => Promise.reject(OWN) });
  assertOwn(asked.result, /askPerson threw, so nothing was done/);
  const answered = await play("Send", { askPerson: async () => true, onEvent: throwsAt("question") });
  assertOwn(answered.result, /onEvent threw at a question/);
  const judged = await play("Send", { judge: () => Promise.reject(OWN) });
  assertOwn(judged.result, /judge threw/);
  assert.deepEqual([asked.requests, answered.requests, judged.requests], [1, 1, 0]);
  const unclear = await play("Send", { askPerson: async () => "no" as never });
  assert.equal(unclear.result.end, "finished");
  assert.deepEqual(product.app.events, ["tap Details"]);
});

test("options that should be functions and are not are refused before anything is connected", async () => {
  await using product = await startProduct(FORM);
  await using run = await startRun(product, { plans: [], calls: [] });
  for (const wrong of [{ onEvent: 5 }, { askPerson: "yes" }, { judge: true }])
    await assert.rejects(run.run(wrong as never), (error: unknown) => {
      assert.ok(error instanceof Error && "code" in error, String(error));
      assert.deepEqual(
        [error.code, /^runAgent: (onEvent|askPerson|judge) /.test(error.message)],
        ["AGENT_RUN_UNUSABLE", true],
      );
      return true;
    });
});

test("a phone that cannot be opened is an error within the result, and the program's own exception is thrown", async () => {
  await using product = await startProduct(FORM);
  await using run = await startRun(product, { plans: [planOf("agree")], calls: [tapOn(AGREE)] });
  const missing = async () => await connect({ ...connection(product, async () => false), device: "nothing-here" });
  const first = await run.run({ expect: AGREED, openPhone: missing });
  assert.deepEqual([first.end, first.error?.code, first.actions], ["error", "DEVICE_NOT_FOUND", 0]);
  assert.deepEqual([first.isResumable, run.model.requests.length], [true, 0]);
  const begun = await run.run({ expect: AGREED, onEvent: throwsAt("step") });
  assert.equal(begun.actions, 1);
  const later = await run.run({ expect: AGREED, openPhone: missing });
  assert.deepEqual([later.end, later.error?.code, later.actions], ["error", "DEVICE_NOT_FOUND", 1]);
  assert.deepEqual(later.usage, begun.usage);
  assertOwn(
    await run.run({ expect: AGREED, openPhone: () => Promise.reject(OWN) }),
    /^runAgent: openPhone threw, so nothing was done: /,
  );
  const computer = await run.run({
    openPhone: () => Promise.reject(OWN),
    folder: `${run.folder}/other`,
    computerUse: "anthropic",
  });
  assertOwn(computer, /openPhone threw, so nothing was done/);
  const stop = new AbortController();
  const stopped = await run.run({
    expect: AGREED,
    signal: stop.signal,
    openPhone: async () => {
      stop.abort();
      return await Promise.reject(stop.signal.reason);
    },
  });
  assert.deepEqual([stopped.end, stopped.isResumable, stopped.actions], ["cancelled", true, 1]);
});

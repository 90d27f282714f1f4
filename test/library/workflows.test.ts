import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { connect, expect, isFoveaError, loadDemonstrations } from "../../src/library/connect.js";
import type { Demonstration, WorkflowOptions } from "../../src/library/types.js";
import { SMALL } from "../support/drive.js";
import { type Product, startProduct } from "../support/product.js";

async function open(app: string) {
  const product = await startProduct({ ...SMALL, app });
  const { adbPort, config, serial, folder } = product;
  const options = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, actionTimeoutMs: 0, companion: "off" };
  const phone = await connect({ device: serial, options });
  const flow = async (steps: string) => {
    const path = join(folder, "flow.yaml");
    await writeFile(path, `{appId: com.fovea.form, fovea: {}}\n---\n${steps}\n`);
    return path;
  };
  const run = async (steps: string, more: WorkflowOptions = {}) =>
    await phone.executeWorkflow(await flow(steps), { lookupMs: 0, ...more });
  return {
    ...{ product, phone, flow, run },
    [Symbol.asyncDispose]: async () => {
      await phone.close();
      await product[Symbol.asyncDispose]();
    },
  };
}

const TERMS = "- tapOn: I agree to the terms\n  expect: id/terms checked";

function tapsOf({ device }: Product): number {
  return device.log.services.filter(({ name }) => name.includes("input tap")).length;
}

async function refused(work: Promise<unknown>, code: string): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail(`${code} was expected`),
    (thrown: unknown) => thrown,
  );
  assert.ok(isFoveaError(error, code), String(error));
  return String(error);
}

test("a step without effect is tried again, and its notes say why", async () => {
  await using opened = await open("com.fovea.notes");
  const { product, run } = opened;
  const heard: string[] = [];
  const running = run(TERMS, { maxAttempts: 1_000, onStep: ({ name }) => heard.push(name) });
  const dumps = () => product.device.log.processes.filter(({ argv }) => argv.join(" ").includes("uiautomator")).length;
  await pollUntil(() => dumps() > 2 || undefined, 5, AbortSignal.timeout(60_000));
  product.phone.hooks.open("com.fovea.form");
  const { outcome, steps } = await running;
  assert.equal(outcome, "passed", JSON.stringify(steps));
  assert.match(steps[0]?.notes[0] ?? "", /^! attempt 1 of 1000: ELEMENT_NOT_FOUND: /);
  assert.deepEqual(heard, ['tapOn "I agree to the terms"']);
});

test("a step that may have happened is done once, whatever its result", async () => {
  await using opened = await open("com.fovea.form");
  const { product, run } = opened;
  const { outcome, steps } = await run("- tapOn: I agree to the terms\n  expect: '\"Nowhere\"'");
  assert.deepEqual([outcome, steps[0]?.code, steps[0]?.notes], ["failed", "EXPECTATION_FAILED", []]);
  assert.equal(tapsOf(product), 1);
});

test("the action of a step is not repeated where the step's expectation fails", async () => {
  await using opened = await open("com.fovea.form");
  const { product, run } = opened;
  const { outcome, steps } = await run("- clearState: com.fovea.form\n  expect: '\"Nowhere\"'");
  assert.deepEqual([outcome, steps[0]?.notes], ["failed", []], JSON.stringify(steps));
  assert.equal(product.device.log.services.filter(({ name }) => name.includes("pm clear")).length, 1);
});

test("in a verified flow a tap without effect fails the step, and is not repeated", async () => {
  await using opened = await open("com.fovea.form");
  const { run, product } = opened;
  const press = "- tapOn: Full name";
  assert.equal((await run(press, { verification: "off" })).outcome, "passed");
  const { outcome, steps } = await run(press, { verification: "basic", maxAttempts: 2 });
  assert.equal(outcome, "failed");
  assert.match(`${steps[0]?.code} ${steps[0]?.message}`, /^STEP_UNPROVEN tapped .*it had no effect/);
  assert.equal(tapsOf(product), 2);
});

test("strict refuses a flow whose steps have no assertion before it does anything", async () => {
  await using opened = await open("com.fovea.form");
  const { run, product } = opened;
  const before = product.device.log.services.length;
  const why = await refused(run("- tapOn: Plus\n- back", { verification: "strict" }), "STEP_UNPROVEN");
  assert.match(why, /flow\.yaml:3 tapOn "Plus"; flow\.yaml:4 back/);
  assert.equal(product.device.log.services.length, before);
  const proven =
    "- tapOn: Plus\n- assertVisible: {text: Plus, checked: true}\n- tapOn: I agree to the terms\n  expect: id/terms checked";
  assert.equal((await run(proven, { verification: "strict" })).outcome, "passed");
});

test("strict accepts no assertion that is optional or need not hold", async () => {
  await using opened = await open("com.fovea.form");
  const { run } = opened;
  const proves = [
    "- assertVisible: {text: Plus, optional: true}",
    `- assertTrue: $${"{1 < 2}"}`,
    "- runFlow: {when: {visible: Plus}, commands: [{assertVisible: Plus}]}",
    "- repeat: {times: 0, commands: [{assertVisible: Plus}]}",
    "- retry: {optional: true, commands: [{assertVisible: Plus}]}",
  ];
  for (const proof of proves)
    await refused(run(`- tapOn: Plus\n${proof}`, { verification: "strict" }), "STEP_UNPROVEN");
  const inOneBlock = "- runFlow: {when: {visible: Plus}, commands: [{tapOn: Plus}, {assertVisible: Plus}]}";
  assert.equal((await run(inOneBlock, { verification: "strict" })).outcome, "passed");
  const late = `- tapOn: Plus\n${proves[0]}\n${proves[1]}\n- assertVisible: Plus`;
  assert.equal((await run(late, { verification: "strict" })).outcome, "passed");
});

test("a workflow in which nothing was done has not passed", async () => {
  await using opened = await open("com.fovea.form");
  const { run } = opened;
  const idle = await run("- stopRecording\n- runFlow: {when: {platform: iOS}, commands: [{tapOn: x}]}");
  assert.deepEqual([idle.outcome, idle.why], ["skipped", "nothing was done: each of its steps was skipped"]);
  assert.equal((await run("[]")).why, "nothing was done: it has no commands");
  const done = await run("- stopRecording\n- assertVisible: Plus");
  assert.deepEqual([done.outcome, done.why], ["passed", null]);
});

test("an exception in onStep is the program's own error: the run ends with it, and does nothing more", async () => {
  await using opened = await open("com.fovea.form");
  const { phone, flow, product, run } = opened;
  const own = new Error("the progress bar is gone");
  const heard: string[] = [];
  const throwing: NonNullable<WorkflowOptions["onStep"]> = ({ name }) => {
    heard.push(name);
    throw own;
  };
  const rejecting = async () => await Promise.reject(own);
  const twoTaps = `${TERMS}\n- tapOn: Plus`;
  const failed: unknown = await run(twoTaps, { onStep: throwing }).catch((error: unknown) => error);
  assert.ok(isFoveaError(failed, "CALLBACK_FAILED"), String(failed));
  assert.equal(failed.cause, own);
  assert.match(
    failed.message,
    /^executeWorkflow: onStep threw at flow\.yaml:3 tapOn "I agree.*the progress bar is gone$/,
  );
  assert.equal(failed.context.mayHaveHappened, true);
  assert.deepEqual([heard.length, tapsOf(product)], [1, 1]);
  const late: unknown = await run("- assertVisible: Plus", { onStep: rejecting }).catch((error: unknown) => error);
  assert.ok(isFoveaError(late, "CALLBACK_FAILED"), String(late));
  assert.equal(late.cause, own);
  const inRetry = `- retry: {maxRetries: 3, commands: [{tapOn: Plus}]}`;
  await refused(run(inRetry, { onStep: throwing }), "CALLBACK_FAILED");
  assert.equal(tapsOf(product), 2);
  const path = await flow("- assertVisible: Plus");
  for (const wrong of [{ onStep: 5 }, { lookupMs: "x" }, { screenshots: 5 }, { env: null }, { env: ["A"] }])
    await refused(phone.executeWorkflow(path, wrong as never), "INVALID_ARGUMENT");
});

test("a demonstration also ends with an exception in onStep, and an exception in a question is the program's own error", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const { adbPort, config, serial, folder } = product;
  const options = { adbHost: "127.0.0.1", adbPort, stateDir: config.stateDir, actionTimeoutMs: 0, companion: "off" };
  const own = new Error("no answer");
  const confirm = () => {
    throw own;
  };
  await using phone = await connect({ device: serial, options, confirm });
  const trace = join(folder, "trace");
  await using recording = await phone.record({ folder: trace });
  await phone.tap("id/terms");
  await phone.tap("id/terms");
  await recording.stop();
  const [demonstration] = await loadDemonstrations(trace);
  assert.ok(demonstration);
  const before = tapsOf(product);
  const onStep = () => {
    throw own;
  };
  await refused(phone.executeWorkflow(demonstration, { onStep }), "CALLBACK_FAILED");
  for (const options of [{ env: {} }, { maxAttempts: 2 }, { lookupMs: 9 }, { screenshots: "pictures" }])
    await refused(phone.executeWorkflow(demonstration, options), "INVALID_ARGUMENT");
  assert.equal(tapsOf(product), before + 1);
  const why = await refused(phone.apps.clear("com.fovea.form"), "CALLBACK_FAILED");
  assert.match(why, /confirm threw, so nothing was done: .*no answer/);
});

test("an expected element of a demonstration counts although the keyboard of the next step hides it", async () => {
  const options = { actionTimeoutMs: 0, companion: "off" };
  await using product = await startProduct({ ...SMALL, app: "com.fovea.form" });
  const trace = join(product.folder, "trace");
  await using shown = await connect({ virtual: { app: "form" }, options });
  await using recording = await shown.record({ folder: trace });
  await shown.tap("id/terms");
  await shown.type("Demo", { target: "id/name" });
  await recording.stop();
  const [demonstration] = await loadDemonstrations(trace);
  assert.ok(demonstration);
  await using other = await connect({ virtual: { app: "form" }, options });
  const { outcome, steps } = await other.executeWorkflow(demonstration);
  assert.equal(outcome, "passed", JSON.stringify(steps));
});

test("a failed step says why each attempt failed", async () => {
  await using opened = await open("com.fovea.form");
  const { outcome, steps } = await opened.run("- tapOn: Nowhere", { maxAttempts: 2 });
  assert.deepEqual([outcome, steps[0]?.code], ["failed", "ELEMENT_NOT_FOUND"]);
  assert.match(steps[0]?.notes[0] ?? "", /^! attempt 1 of 2: ELEMENT_NOT_FOUND: /);
  assert.equal(steps[0]?.notes.length, 1);
});

const NO_TREE = { command: "uiautomator", fault: { kind: "fail", status: 1, stderr: "killed" } } as const;

test("a check that fails at attempt 1 and passes at attempt 2 is not read again, and the report has both", async () => {
  await using opened = await open("com.fovea.form");
  const { product, run } = opened;
  // A reading that fails is repeated once, in the same attempt.
  product.device.faults.set([{ ...NO_TREE, times: 2 }]);
  const { outcome, steps } = await run("- assertVisible: Plus\n- assertVisible: Team", { maxAttempts: 3 });
  assert.equal(outcome, "passed", JSON.stringify(steps));
  const [first, second] = steps;
  assert.equal(first?.notes.length, 1, JSON.stringify(steps));
  assert.match(first.notes[0] ?? "", /^! attempt 1 of 3: HIERARCHY_UNAVAILABLE: .*"killed"/);
  assert.deepEqual([first.outcome, first.code, second?.outcome, second?.notes], ["passed", null, "passed", []]);
  product.device.faults.set([NO_TREE]);
  const failed = await run("- assertVisible: Plus\n- assertVisible: Team", { maxAttempts: 2 });
  const [check, rest] = failed.steps;
  assert.deepEqual([failed.outcome, check?.outcome, check?.code], ["failed", "failed", "HIERARCHY_UNAVAILABLE"]);
  assert.match(check?.notes.join("\n") ?? "", /^! attempt 1 of 2: HIERARCHY_UNAVAILABLE: .*"killed"$/);
  assert.match(check?.message ?? "", /"killed"/);
  assert.equal(rest?.outcome, "skipped");
});

test("a tap without effect at attempt 1 is done once at attempt 2", async () => {
  await using opened = await open("com.fovea.form");
  const { product, run } = opened;
  product.device.faults.set([{ ...NO_TREE, times: 1 }]);
  const { outcome, steps } = await run(TERMS, { maxAttempts: 2, verification: "strict" });
  assert.equal(outcome, "passed", JSON.stringify(steps));
  assert.match(steps[0]?.notes[0] ?? "", /^! attempt 1 of 2: HIERARCHY_UNAVAILABLE: .*nothing was touched/);
  assert.doesNotMatch(steps[0]?.notes.slice(1).join("\n") ?? "", /attempt/);
  assert.equal(tapsOf(product), 1);
});

test("where only detectors saw the screen, the absence of an element is unknown, and no check passes because of it", async () => {
  await using opened = await open("com.fovea.form");
  const { product, phone, run } = opened;
  product.device.faults.set([NO_TREE]);
  const screen = await phone.observe();
  assert.equal(screen.source.name, "vision");
  assert.ok(screen.elements.some(({ type }) => type === "checkbox"));
  const unread = async (work: Promise<unknown>) => {
    const error: unknown = await work.catch((thrown: unknown) => thrown);
    assert.ok(error instanceof Error, JSON.stringify(error));
    assert.match(error.message, /cannot be read|could not be read/);
  };
  const soon = { timeoutMs: 100 };
  for (const condition of ['not "Plus"', '"Plus"', 'not field "Full name"']) {
    await unread(phone.verify(condition));
    await unread(phone.expect(condition, soon));
    await unread(phone.wait(condition, soon));
  }
  const plus = phone.locator('"Plus"');
  await unread(expect(plus).toBeHidden(soon));
  await unread(plus.isVisible());
  await unread(plus.waitFor({ ...soon, state: "hidden" }));
  assert.equal((await phone.verify("checkbox")).condition, "checkbox", "an element that the pixels show is there");
  for (const steps of ["- assertNotVisible: Plus", "- extendedWaitUntil: {notVisible: Plus, timeout: 100}"]) {
    const { outcome, steps: done } = await run(steps, { maxAttempts: 1 });
    assert.equal(outcome, "failed", JSON.stringify(done));
  }
});

test("expect reads again where the hierarchy could not be read, even on a screen that does not change", async () => {
  await using opened = await open("com.fovea.form");
  const { product, phone } = opened;
  product.device.faults.set([{ ...NO_TREE, times: 2 }]);
  await phone.expect('"Plus"', { timeoutMs: 10_000 });
});

test("a workflow whose deadline passes fails the current step", async () => {
  await using opened = await open("com.fovea.form");
  const { phone, flow } = opened;
  const path = await flow("- tapOn: Nowhere\n- back");
  const { outcome, steps } = await phone.executeWorkflow(path, { lookupMs: 60_000, deadlineMs: 500 });
  assert.equal(outcome, "failed");
  assert.deepEqual(
    steps.map((step) => [step.outcome, step.code]),
    [
      ["failed", "TIMEOUT"],
      ["skipped", null],
    ],
  );
});

test("a flow gets its variables, and its errors are reported before anything is done", async () => {
  await using opened = await open("com.fovea.form");
  const { run, phone } = opened;
  assert.equal((await run(`- assertVisible: $${"{WHAT}"}`, { env: { WHAT: "Plus" } })).outcome, "passed");
  await refused(run("- tapOnn: Plus"), "FLOW_INVALID");
  await refused(run("- back", { maxAttempts: 0 }), "INVALID_ARGUMENT");
  await refused(run("- back", { verification: "Strict" as "strict" }), "INVALID_ARGUMENT");
  await refused(phone.executeWorkflow({} as Demonstration), "INVALID_ARGUMENT");
  await refused(phone.executeWorkflow("nowhere.yaml"), "FLOW_INVALID");
});

test("a recorded task is loaded as a demonstration and repeated", async () => {
  await using opened = await open("com.fovea.form");
  const { phone, product } = opened;
  const folder = join(product.folder, "demonstrations");
  const recording = await phone.record({ folder });
  await refused(phone.record({ folder }), "TRACE_RUNNING");
  await phone.tap("id/terms", { expect: "id/terms checked" });
  const recorded = await recording.stop();
  assert.equal(recorded?.steps, 1);
  const [demonstration] = await loadDemonstrations(folder);
  assert.deepEqual(
    demonstration?.steps.map(({ tool, package: front, verdict }) => [tool, front, verdict]),
    [["tap", "com.fovea.form", "changed"]],
  );
  await phone.tap("id/terms");
  assert.ok(demonstration);
  const { outcome, steps } = await phone.executeWorkflow(demonstration);
  assert.equal(outcome, "passed", JSON.stringify(steps));
  await phone.verify("id/terms checked");
  await refused(loadDemonstrations(join(folder, "nowhere")), "TRACE_UNREADABLE");
  await refused(phone.executeWorkflow(demonstration, { env: {} }), "INVALID_ARGUMENT");
});

test("recording by hand is refused without a companion, and leaves no recording running", async () => {
  await using opened = await open("com.fovea.form");
  const { phone, product } = opened;
  const folder = join(product.folder, "by-hand");
  await refused(phone.record({ folder, byHand: true }), "UNSUPPORTED_ON_DEVICE");
  await (await phone.record({ folder })).stop();
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pollUntil } from "../../src/base/signals.js";
import { HandRecording } from "../../src/by-hand/hand-recording.js";
import { connect, loadDemonstrations } from "../../src/library/connect.js";
import { readRecording } from "../../src/replay/read-recording.js";
import { useCompanions } from "../support/companion-ways.js";
import { SMALL } from "../support/drive.js";
import { never } from "../support/never.js";
import { person } from "../support/person.js";
import { startProduct } from "../support/product.js";

async function record(app: string) {
  const product = await startProduct({ ...SMALL, speed: 4, app, onDevice: "enabled", link: useCompanions() });
  const folder = join(product.folder, "by-hand");
  product.recorder.start(folder);
  const session = await product.session();
  const hand = person(product.phone);
  const recording = await HandRecording.start(session, never());
  const idle = async () => {
    await pollUntil(() => recording.isIdle || undefined, 5, AbortSignal.timeout(20_000));
  };
  /** Types, and waits until the screen was read with that. */
  const typed = async (text: string) => {
    await hand.typeByKeyboard(text);
    const isThere = () =>
      recording.isIdle && session.lastObservation?.elements.some(({ value }) => value?.length === text.length);
    await pollUntil(() => isThere() || undefined, 5, AbortSignal.timeout(20_000));
  };
  await idle();
  /** Does something as a person, and waits until so many steps are written. */
  const stepped = async (work: () => Promise<void>, steps: number) => {
    await work();
    const limit = AbortSignal.timeout(20_000);
    await pollUntil(() => recording.summary.steps >= steps || undefined, 5, limit).catch(() => {
      assert.fail(`${recording.summary.steps} of ${steps} steps; idle: ${recording.isIdle}`);
    });
    await idle();
  };
  const ended = async () => {
    const summary = await recording.stop();
    await product.recorder.stop();
    await using trace = await readRecording(join(folder, product.serial));
    return { summary, steps: trace.steps };
  };
  return {
    product,
    recording,
    idle,
    stepped,
    typed,
    hand,
    ended,
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  };
}

test("a person's taps, text and swipes are recorded as steps with their elements and verdicts", async () => {
  await using made = await record("com.fovea.form");
  const { hand, stepped, typed, product } = made;
  await stepped(() => hand.tap("I agree to the terms"), 1);
  await stepped(() => hand.tap("Given and family name"), 2);
  await typed("demo");
  await stepped(() => hand.hold("name@example.com", 700), 4);
  const { summary, steps } = await made.ended();
  assert.deepEqual(summary.unresolved, []);
  assert.deepEqual(
    steps.map(({ tool, args, verdict }) => [tool, args["text"] ?? args["hold_ms"] ?? null, verdict?.kind]),
    [
      ["tap", null, "changed"],
      ["tap", null, "changed"],
      ["type_text", "Demo", "changed"],
      ["tap", steps[3]?.args["hold_ms"] ?? 0, steps[3]?.verdict?.kind],
    ],
  );
  assert.match(steps[0]?.did ?? "", /^tapped e\d+ checkbox "I agree to the terms"/);
  assert.match(steps[0]?.selector ?? "", /terms/);
  assert.ok(product.device.log.services.every(({ name }) => !name.includes("input ")));
});

test("a password is not recorded, and a touch on a screen newer than the last observation stays unresolved", async () => {
  await using made = await record("com.fovea.form");
  const { hand, stepped, typed, product, recording } = made;
  await stepped(() => hand.tap("At least 8 characters"), 1);
  await typed("geheim");
  await stepped(() => hand.tap("Full name"), 3);
  // The screen changes in the moment of the touch, before anybody can have read it.
  product.phone.hooks.open("com.fovea.notes");
  await stepped(() => hand.touch([{ x: 270, y: 600 }], 80), 4);
  assert.equal(recording.summary.steps, 4);
  const { summary, steps } = await made.ended();
  assert.equal(summary.unresolved.at(-1), "the screen changed between the last reading and the touch");
  assert.deepEqual(
    steps.map(({ tool, args }) => [tool, args["text"] ?? null]),
    [
      ["tap", null],
      ["type_text", "[redacted]"],
      ["unresolved", null],
      ["unresolved", null],
    ],
  );
  assert.equal(summary.unresolved[0], "no element at this point is known to accept touches");
  const written = readFileSync(join(product.folder, "by-hand", product.serial, "steps.jsonl"), "utf8");
  assert.doesNotMatch(written, /geheim/i);
});

test("a recording made by hand can be replayed", async () => {
  await using made = await record("com.fovea.form");
  const { hand, stepped, product } = made;
  await stepped(() => hand.tap("I agree to the terms"), 1);
  await made.ended();
  product.phone.hooks.tap("I agree to the terms");
  const options = {
    adbHost: "127.0.0.1",
    adbPort: product.adbPort,
    stateDir: product.config.stateDir,
    companion: "off",
  };
  await using phone = await connect({ device: product.serial, options });
  const [shown] = await loadDemonstrations(join(product.folder, "by-hand"));
  assert.ok(shown);
  const { outcome, steps } = await phone.executeWorkflow(shown);
  assert.equal(outcome, "passed", JSON.stringify(steps));
  await phone.verify("id/terms checked");
});

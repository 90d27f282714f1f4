import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFlow } from "../../src/replay/flow/parse-flow.js";
import { SMALL } from "../support/drive.js";
import { startProduct } from "../support/product.js";
import { runFlowText } from "../support/run-flow-text.js";

const NOPE = "commands: [{assertVisible: nope}]";
const [UNMET, EMPTY] = ["not done: its condition is not true", "not done: it has no commands"];

/** Flows that pass in Maestro, in which nothing is done, and the only step of their reports. */
const IDLE: readonly (readonly [commands: string, message: string | null])[] = [
  ["[]", null],
  ["- runFlow: {commands: []}", EMPTY],
  ["- retry: {commands: []}", EMPTY],
  ["- repeat: {times: 2, commands: []}", EMPTY],
  [`- repeat: {times: 0, ${NOPE}}`, "not done: times is 0"],
  [`- repeat: {times: -1, ${NOPE}}`, "not done: times is -1"],
  [`- repeat: {while: {true: false}, ${NOPE}}`, UNMET],
  [`- runFlow: {when: {platform: iOS}, ${NOPE}}`, UNMET],
  [`- runFlow: {when: {visible: nope}, ${NOPE}}`, UNMET],
  ["- clearKeychain", "nothing to do: Android has no keychain"],
  ['- inputText: ""', "nothing to do: the text is empty"],
  ["- assertVisible: {text: nope, optional: true}", ""],
  ["- stopRecording", "nothing to do: no video is being recorded"],
  ["- startRecording: a", "no video was recorded: --screenshots DIR says where it goes"],
  ["- takeScreenshot: a", "no picture was saved: --screenshots DIR says where they go"],
  ["- hideKeyboard", "no keyboard was shown"],
  [
    "- setPermissions: {appId: com.fovea.notes, permissions: {camera: allow}}",
    "nothing to do: no permission was changed",
  ],
];

test("a run in which nothing was done reports that for each step", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  for (const [commands, message] of IDLE)
    await runFlowText(commands, { on: product }, ({ outcome, whyIdle, steps }) => {
      assert.equal(outcome, "passed", commands);
      const why = message === null ? "it has no commands" : "each of its steps was skipped";
      assert.equal(whyIdle, `nothing was done: ${why}`, commands);
      assert.deepEqual(
        steps.map((step) => step.outcome),
        message === null ? [] : ["skipped"],
        commands,
      );
      if (message) assert.equal(steps[0]?.message, message);
    });
});

test("one command that was done, or one failure, is enough for a run to count", async () => {
  await using product = await startProduct({ ...SMALL, app: "com.fovea.notes" });
  for (const commands of [
    "- clearKeychain\n- assertVisible: Shopping",
    `- repeat: {times: 0, ${NOPE}}\n- evalScript: \${output.a = 1}`,
    `- assertVisible: nope`,
    "- repeat: {times: 1, while: {visible: Shopping}, commands: [assertVisible: Shopping]}",
  ])
    await runFlowText(commands, { on: product }, ({ whyIdle }) => assert.equal(whyIdle, undefined, commands));
});

test("assertions that cannot fail are noted", async () => {
  const sure = ['assertVisible: ""', 'assertVisible: {text: ""}', "assertTrue: true", 'assertTrue: {condition: "1"}'];
  const open = [
    'assertVisible: {text: "", id: x}',
    "assertTrue: false",
    `assertTrue: \${output.a}`,
    "assertVisible: x",
  ];
  const text = `appId: com.x\n---\n${[...sure, ...open].map((one) => `- ${one}\n`).join("")}`;
  const flow = await parseFlow({ file: "f.yaml", text }, { load: async () => assert.fail() });
  assert.deepEqual(
    flow.notes,
    sure.map((one, at) => `! f.yaml:${at + 3}: ${one.split(":")[0]}: it cannot fail, whatever the screen shows`),
  );
});

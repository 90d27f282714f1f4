import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFlow, readFlow } from "../../src/replay/flow/parse-flow.js";
import { flowsJunitXml } from "../../src/replay/suite/flows-junit.js";
import { requirePassed, runFlowText } from "../support/run-flow-text.js";

const HEAD = "appId: com.fovea.notes\nfovea: {}\n---\n";

test("assertPerformance passes below its limits, and its measurements are in the reports", async () => {
  const text = `${HEAD}- assertPerformance: {start_ms: 60000, jank_percent: 100, memory_mb: 100000}\n`;
  await runFlowText(text, { app: "com.fovea.notes" }, (ran) => {
    requirePassed(ran);
    const { start_ms: start = 0, memory_mb: memory = 0 } = ran.steps[0]?.measures ?? {};
    assert.ok(start > 0 && memory > 0, JSON.stringify(ran.steps));
    assert.ok(ran.notes.includes(`start_ms ${start} (60000 at most)`), ran.notes.join("\n"));
    const xml = flowsJunitXml(
      [{ name: "a", file: "a.yaml", tags: [], properties: {}, outcome: "passed", tries: [ran], why: null }],
      "2026-01-01T00:00:00Z",
    );
    assert.ok(xml.includes(`<property name="performance.start_ms" value="${start}"`), xml);
  });
});

test("assertPerformance fails with every limit that was exceeded, and still reports its measurements", async () => {
  const text = `${HEAD}- launchApp\n- assertPerformance: {memory_mb: 1, start_ms: 1}\n`;
  await runFlowText(text, { app: "com.fovea.notes" }, ({ steps, outcome }) => {
    assert.equal(outcome, "failed");
    const { code, message, measures } = steps[1] ?? assert.fail("no step");
    assert.equal(code, "EXPECTATION_FAILED");
    assert.match(
      message ?? "",
      /^com\.fovea\.notes: start_ms is \d+, 1 at most is expected; memory_mb is [\d.]+, 1 at/,
    );
    assert.deepEqual(Object.keys(measures ?? {}), ["start_ms", "memory_mb"]);
  });
});

test("assertPerformance fails where the device does not report a value, and names the missing value", async () => {
  const text = `${HEAD}- assertPerformance: {appId: com.fovea.form, memory_mb: 500}\n`;
  await runFlowText(text, { app: "com.fovea.notes" }, ({ steps }) => {
    assert.equal(steps[0]?.code, "FACT_UNKNOWN");
    assert.match(steps[0]?.message ?? "", /does not report memory_mb of com\.fovea\.form/);
  });
});

test("a command that Maestro lacks requires a declaration in the head of the flow", async () => {
  const read = async (text: string) => await parseFlow({ file: "f.yaml", text }, { load: async () => assert.fail() });
  const step = "---\n- assertPerformance: {start_ms: 100}";
  await assert.rejects(
    read(`appId: a.b\n${step}`),
    /f\.yaml:3: assertPerformance: Maestro does not know it: write `fovea/,
  );
  await assert.rejects(read("appId: a.b\nfovea: yes\n---\n- back"), /f\.yaml:2: fovea: a map is expected/);
  await assert.rejects(read("appId: a.b\nfovea: {x: 1}\n---\n- back"), /f\.yaml:2: fovea: x is not supported here/);
  const none = "appId: a.b\nfovea: {}\n---\n- assertPerformance: {appId: a.b}";
  await assert.rejects(
    read(none),
    /f\.yaml:4: assertPerformance: at least one of start_ms, jank_percent and memory_mb/,
  );
  assert.deepEqual((await read(`appId: a.b\nfovea: {}\n${step}`)).notes, []);
});

test("a command that Maestro lacks is refused without its declaration in the head, and accepted with it", async () => {
  const found = { file: "x", text: "" };
  const mistakesOf = async (head: string, command: string) =>
    (await readFlow({ file: "a.yaml", text: `${head}---\n${command}\n` }, { load: async () => found })).mistakes.map(
      ({ message }) => message,
    );
  for (const command of [
    "- tapOn: a\n  expect: b",
    "- back:\n    label: x\n  delay_ms: 5",
    "- assertScreenshot: a\n  masks: [{id: b}]",
    "- pressKey: KEYCODE_A",
    "- pressKey: volume_up",
  ]) {
    const [mistake = "", ...others] = await mistakesOf("appId: com.x\n", command);
    assert.match(mistake, /^a\.yaml:[345]: (?:expect|delay_ms|masks|pressKey): .*`fovea: \{\}` in the head/, command);
    assert.deepEqual(others, []);
    assert.deepEqual(await mistakesOf("{appId: com.x, fovea: {}}\n", command), [], command);
  }
  for (const key of ["Enter", "backspace", "Volume Up", "lock", "Tab", "Remote Dpad Center", "POWER", "Escape"])
    assert.deepEqual(await mistakesOf("appId: com.x\n", `- pressKey: ${key}`), [], key);
});

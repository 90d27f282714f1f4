import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { capture } from "../support/capture-terminal.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-trace-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const MANIFEST = {
  protocol_version: "0.1",
  created_by: { name: "fovea", version: "0.1.0" },
  started_at: "2026-01-02T03:04:05.000Z",
  device: { serial: "FOVEA", model: null, api_level: 33, release: "13", boot_id: null },
  options: {},
  dropped_screenshots: ["screenshots/old.png"],
};

function step(timestamp: number, picture: string, text: string, target = "e1"): string {
  const elements = [{ element_id: "e1", role: "button", text, bbox: { x1: 0, y1: 0, x2: 9, y2: 9 } }];
  const state = { screenshot_path: picture, screen_resolution: [540, 1200], elements, timestamp };
  return JSON.stringify({ timestamp, visual_state: state, action: { type: "click", target_id: target } });
}

const path = join(folder, "good");
const GOOD = [
  step(0.5, "screenshots/a.png", "Save"),
  step(1, "screenshots/old.png", 'a "quoted"\u001b[2J'),
  step(2, "", "Done"),
];

before(() => {
  mkdirSync(join(path, "screenshots"), { recursive: true });
  writeFileSync(join(path, "screenshots", "a.png"), "");
  writeFileSync(join(path, "manifest.json"), JSON.stringify(MANIFEST));
  writeFileSync(join(path, "steps.jsonl"), `${GOOD.join("\n")}\n`);
});

async function run(...words: readonly string[]) {
  const { terminal, stdout, stderr } = capture();
  const code = await runCommandLine({ words: ["trace", ...words], terminal }, new AbortController().signal);
  return { code, out: stdout(), err: stderr() };
}

test("fovea trace validates, counts and reports a trace, and prints no control characters from the screen", async () => {
  const valid = await run("validate", path);
  assert.deepEqual([valid.code, valid.out], [0, `${path}: 3 valid steps\n`]);
  const counted = await run("stats", path, "--json");
  const { steps, seconds, actions, screenshots } = JSON.parse(counted.out);
  assert.deepEqual(
    { steps, seconds, actions, screenshots },
    { steps: 3, seconds: 1.5, actions: { click: 3 }, screenshots: 2 },
  );
  const reported = await run("show", path);
  assert.match(
    reported.out,
    /^1\. \+0\.5 s click e1 button "Save"\n {3}saw 1 elements on 540x1200: e1 button "Save"$/m,
  );
  assert.doesNotMatch(reported.out, /\u001b/);
});

test("fovea trace validate accepts a trace cut off at any byte up to its last whole step", async () => {
  const file = join(folder, "cut.jsonl");
  const lines = `${[step(0, "", "Ä 1"), step(1, "", "二")].join("\n")}\n`;
  const bytes = Buffer.from(lines);
  const first = bytes.indexOf("\n") + 1;
  for (let length = 0; length <= bytes.length; length += 7) {
    writeFileSync(file, bytes);
    truncateSync(file, length);
    const { code, out } = await run("validate", file, "--json");
    const { steps, tornBytes } = JSON.parse(out);
    const whole = length >= bytes.length ? 2 : length >= first ? 1 : 0;
    assert.deepEqual([code, steps], [0, whole], `${length} of ${bytes.length}`);
    if (length > 0 && bytes[length - 1] !== 0x0a) assert.ok(tornBytes > 0);
  }
});

test("fovea trace names each error by line, path and reason, and by the exit code", async () => {
  const file = join(folder, "bad.jsonl");
  const wrong = [
    step(3, "", "Save"),
    "{",
    step(2, "", "Save"),
    step(4, "../out.png", "Save"),
    step(5, "gone.png", "x"),
    step(6, "", "y", "e9"),
  ];
  writeFileSync(file, `${wrong.join("\n")}\n`);
  const { code, out } = await run("validate", file);
  assert.equal(code, 1);
  assert.match(out, /^line 2: not JSON: /m);
  assert.match(out, /^line 3: timestamp: earlier than the step before it \(3\)$/m);
  assert.match(out, /^line 4: visual_state\.screenshot_path: leads out of the trace$/m);
  assert.match(out, /^line 5: visual_state\.screenshot_path: no such file in the trace$/m);
  assert.match(out, /^line 6: action\.target_id: no element of the state has the id "e9"$/m);
});

test("fovea trace reports a folder without steps and a broken manifest", async () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  const { code, err } = await run("validate", empty);
  assert.equal(code, 1);
  assert.match(err, /^TRACE_UNREADABLE: .*neither a file of steps, a \.fovea file nor a folder/);
  assert.ok(err.includes("TRACE_UNREADABLE"));
  const broken = join(folder, "broken");
  mkdirSync(broken);
  writeFileSync(join(broken, "steps.jsonl"), "");
  writeFileSync(join(broken, "manifest.json"), JSON.stringify({ ...MANIFEST, protocol_version: "9" }));
  const { code: exit, out } = await run("validate", broken);
  assert.equal(exit, 1);
  assert.match(out, /^manifest\.json: protocol_version: /m);
});

test("fovea trace refuses unknown and missing arguments", async () => {
  assert.equal((await run("burn", path)).code, 2);
  assert.equal((await run("validate")).code, 2);
});

test("fovea trace export writes a flow, and says what the user has to complete", async () => {
  const example = join(packageRoot(), "protocol", "v0.1", "examples", "create-account");
  const flow = join(folder, "flow.yaml");
  const done = await run("export", example, "--flow", flow);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /flow\.yaml: 8 steps/);
  const text = readFileSync(flow, "utf8");
  assert.match(text, /^appId: com\.fovea\.form$/m);
  assert.match(text, /tapOn/);
  assert.doesNotMatch(text, /redacted/);
  assert.equal((await run("export", example, "--flow", flow)).code, 2);
  assert.equal((await run("export", example, "--flow", flow, "--overwrite")).code, 0);
  assert.equal((await run("export", example, "a.fovea", "--flow", flow)).code, 2);
  assert.equal((await run("show", example, "--flow", flow)).code, 2);
});

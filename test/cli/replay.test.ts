import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { NO_COMPANION } from "../../src/devices/companion/companion-link.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { type Product, startProduct } from "../support/product.js";
import { type Recorded, recordFlow } from "../support/replay-flows.js";
import { productFlags } from "../support/serve-process.js";

const FORM = "com.fovea.form";
const folder = mkdtempSync(join(tmpdir(), "fovea-replay-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Read as the command reads it. */
const DUMPED = { onDevice: "absent", link: NO_COMPANION, apiLevel: 33 } as const;

let recorded: Recorded;
let secret: Recorded;
before(async () => {
  const tap = ["tap", { target: 'radio "Plus"' }] as const;
  recorded = await recordFlow({ name: "plan", app: FORM, steps: [tap, ["tap", { target: "id/country" }]] }, folder, {
    product: DUMPED,
  });
  const type = ["type_text", { target: "id/password", text: "correct horse" }] as const;
  secret = await recordFlow({ name: "secret", app: FORM, steps: [type] }, folder, { product: DUMPED });
});

// biome-ignore lint/suspicious/noExplicitAny: the tests make JSON that does not fit its schema
type Steps = Record<string, any>[];

/** A copy of a trace whose steps were changed. */
function edited({ folder: from }: Recorded, change: (steps: Steps) => void): string {
  const to = mkdtempSync(join(folder, "edited-"));
  cpSync(from, to, { recursive: true });
  const path = join(to, "steps.jsonl");
  const steps: Steps = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  change(steps);
  writeFileSync(path, `${steps.map((step) => JSON.stringify(step)).join("\n")}\n`);
  return to;
}

async function replay(
  product: Product | null,
  words: readonly string[],
  env: Record<string, string> = {},
  patienceMs = 300,
) {
  const { terminal, stdout, stderr } = capture();
  const flags = product ? [...productFlags(product), "--action-timeout", `${patienceMs}`] : [];
  const call = { words: ["replay", ...words, ...flags], terminal: { ...terminal, env } };
  const code = await runCommandLine(call, new AbortController().signal);
  return { code, out: stdout(), err: stderr() };
}

function stop(controller: AbortController): boolean {
  controller.abort(new DOMException("interrupted", "AbortError"));
  return true;
}

/** The outcome of the first step, and why. */
async function firstStep(product: Product, words: readonly string[]) {
  const { code, out } = await replay(product, [...words, "--json"]);
  const [step] = JSON.parse(out).steps;
  return { exit: code, outcome: step.outcome, code: step.code, message: String(step.message), notes: step.notes };
}

async function phone(app = FORM): Promise<Product> {
  return await startProduct({ ...SMALL, app });
}

test("fovea replay exits with 0 where the results are the recorded ones, and its reports show them", async () => {
  await using product = await phone();
  const [xml, html] = [join(folder, "same.xml"), join(folder, "same.html")];
  const { code, out, err } = await replay(product, [recorded.folder, "--junit", xml, "--html", html]);
  assert.deepEqual([code, err], [0, ""], out);
  assert.match(
    out,
    /^passed {3}step 1: tapped radio "Plus"\n(?: .*\n)*passed {3}step 2: .*\n(?: .*\n)*2 passed: passed\n$/,
  );
  assert.match(readFileSync(xml, "utf8"), /tests="2" failures="0"/);
  assert.match(readFileSync(html, "utf8"), /<li class="passed">/);
  await using again = await phone();
  const refused = await replay(again, [recorded.folder, "--junit", xml]);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /exists: --overwrite/);
});

test("fovea replay reports REPLAY_DIVERGED with both screenshots for another screen, and skips later steps", async () => {
  await using product = await phone();
  const text = "<b>Thank you</b>";
  const path = edited(recorded, ([step, next]) => {
    step?.["x-fovea"].after.words.push(text);
    next?.["visual_state"].elements.push({ element_id: "e9999", role: "text", text, visible: true });
  });
  const [xml, html, shots] = [join(folder, "other.xml"), join(folder, "other.html"), join(folder, "shots")];
  const words = [path, "--junit", xml, "--html", html, "--screenshots", shots, "--json"];
  const { code, out } = await replay(product, words);
  assert.equal(code, 1);
  const { outcome, steps } = JSON.parse(out);
  assert.deepEqual(
    [outcome, steps[0].outcome, steps[0].code, steps[1].outcome],
    ["failed", "diverged", "REPLAY_DIVERGED", "skipped"],
  );
  assert.match(steps[0].message, /^missing: "<b>Thank you<\/b>"$/);
  assert.deepEqual(readdirSync(shots).includes("step-1-actual.png"), true);
  assert.equal(steps[0].screenshots.actual, join(shots, "step-1-actual.png"));
  assert.match(readFileSync(xml, "utf8"), /<failure type="REPLAY_DIVERGED"/);
  const page = readFileSync(html, "utf8");
  assert.match(page, /missing: &quot;&lt;b&gt;Thank you/);
  assert.match(page, /alt="the screen, now" src="data:image\/jpeg;base64,/);
  assert.doesNotMatch(page, /<script|<b>/);
  await using ignoring = await phone();
  assert.equal((await replay(ignoring, [path, "--ignore", "^<b>"])).code, 0);
});

test("fovea replay requires elements that appeared by themselves between two recorded steps", async () => {
  const path = edited(recorded, ([, step]) => {
    for (const text of ["Saved by now", "Saved 5 min ago"])
      step?.["visual_state"].elements.push({ element_id: `e99${text.length}`, role: "text", text, visible: true });
  });
  await using product = await phone();
  const { code, out } = await replay(product, [path]);
  assert.equal(code, 1, out);
  assert.match(out, /^passed {3}step 1: /);
  assert.match(
    out,
    /diverged step 2: .*\n {2}REPLAY_OTHER_SCREEN: elements that appeared by themselves after the last step .* missing: "Saved by now"; nothing was done/,
  );
  await using ignoring = await phone();
  assert.equal((await replay(ignoring, [path, "--ignore", "^Saved"])).code, 0);
});

test("fovea replay refuses another screen with REPLAY_OTHER_SCREEN, and --launch opens the app first", async () => {
  await using product = await phone("com.fovea.notes");
  const { exit, outcome, code, message, notes } = await firstStep(product, [recorded.folder]);
  assert.deepEqual([exit, outcome, code], [1, "diverged", "REPLAY_OTHER_SCREEN"]);
  assert.match(message, /^in front is com\.fovea\.notes\/\.NotesActivity.*; nothing was done$/);
  assert.match(notes[0], /^the screen at the start is not the recorded one/);
  const launched = await replay(product, [recorded.folder, "--launch"]);
  assert.equal(launched.code, 0, launched.out);
  assert.match(launched.out, /com\.fovea\.form was opened first/);
});

test("fovea replay --launch goes to the home screen where the recording began there", async () => {
  const app = "com.android.launcher3";
  const opened = await recordFlow({ name: "opened", app, steps: [["open_app", { package: FORM }]] }, folder, {
    product: DUMPED,
  });
  await using product = await phone("com.fovea.notes");
  const { code, out } = await replay(product, [opened.folder, "--launch"]);
  assert.equal(code, 0, out);
  assert.match(
    out,
    /^passed {3}step 1: opened com\.fovea\.form\/\.FormActivity\n {2}com\.android\.launcher3 was opened first/,
  );
});

test("fovea replay stops an app in the background again, whatever the screenshot shows", async () => {
  const steps = [
    ["close_app", { package: FORM }],
    ["open_app", { package: FORM }],
  ] as const;
  const app = "com.android.settings"; // the home screen has a clock, whose minutes are words that change
  const stopped = await recordFlow({ name: "stopped", app, steps }, folder, { product: DUMPED });
  const path = edited(stopped, ([step, next]) => {
    assert.notEqual(step?.["x-fovea"].verdict.kind, "changed");
    if (step) step["x-fovea"].verdict = { kind: "unknown", evidence: ["it was not read right before"] };
    if (step) step["x-fovea"].after.screenshot_path = next?.["x-fovea"].after.screenshot_path;
    assert.match(String(next?.["x-fovea"].after.screenshot_path), /^screenshots/);
  });
  await using product = await phone(app);
  const { code, out } = await replay(product, [path]);
  assert.equal(code, 0, out);
});

test("fovea replay never passes a step with unknown result: REPLAY_UNTOLD and REPLAY_NOT_DONE", async () => {
  await using product = await phone();
  const unknown = edited(recorded, ([step]) => delete step?.["x-fovea"].after);
  const first = await firstStep(product, [unknown]);
  assert.deepEqual([first.exit, first.outcome, first.code], [1, "diverged", "REPLAY_UNTOLD"]);
  assert.match(first.message, /^the trace does not contain the result/);
  const foreign = await firstStep(product, [
    edited(recorded, ([step]) => Object.assign(step ?? {}, { action: { type: "scroll" } })),
  ]);
  assert.deepEqual([foreign.exit, foreign.outcome, foreign.code], [1, "failed", "REPLAY_NOT_DONE"]);
  assert.match(foreign.message, /does not say which tool did it/);
});

test("fovea replay requires that a step fails which failed in the recording", async () => {
  await using product = await phone();
  const path = edited(recorded, ([step]) => {
    delete step?.["x-fovea"].after;
    if (step) step["x-fovea"].error = { code: "TOUCH_UNCERTAIN", message: "it moved" };
  });
  const { code, out } = await replay(product, [path]);
  assert.equal(code, 1);
  assert.match(out, /REPLAY_DIVERGED: it failed with TOUCH_UNCERTAIN when it was recorded, and does not now/);
});

test("fovea replay fails a step that cannot be done, even where the recorded step failed with the same code", async () => {
  await using product = await phone();
  const path = edited(secret, ([step]) => {
    if (step) step["x-fovea"].error = { code: "REPLAY_VALUE_MISSING", message: "as if it had failed so" };
  });
  const first = await firstStep(product, [path]);
  assert.deepEqual([first.exit, first.outcome, first.code], [1, "failed", "REPLAY_VALUE_MISSING"]);
});

test("an interrupted replay and one without a phone leave a report of all steps, with the reason", async () => {
  await using product = await phone();
  const xml = join(folder, "cut.xml");
  const controller = new AbortController();
  const { terminal } = capture();
  const output = { ...terminal.output, write: (text: string) => (text.includes("step 1") ? stop(controller) : true) };
  const words = ["replay", recorded.folder, "--junit", xml, ...productFlags(product)];
  const code = await runCommandLine({ words, terminal: { ...terminal, output } }, controller.signal);
  assert.equal(code, 1);
  assert.match(readFileSync(xml, "utf8"), /<testsuites name="fovea" tests="2" failures="0" errors="1" skipped="0"/);
  assert.match(readFileSync(xml, "utf8"), /<error type="CANCELLED" message="not done: the run was interrupted">/);
  const nobody = join(folder, "nobody.xml");
  const alone = await replay(product, [recorded.folder, "--junit", nobody, "--device", "nobody"]);
  assert.equal(alone.code, 1, alone.err);
  assert.match(readFileSync(nobody, "utf8"), /tests="2" failures="0" errors="1" skipped="1"/);
});

test("fovea replay refuses output paths that exist or cannot be written before it does anything", async () => {
  const shots = mkdtempSync(join(folder, "shots-"));
  writeFileSync(join(shots, "step-2-actual.png"), "");
  for (const words of [
    ["--screenshots", shots],
    ["--html", shots],
    ["--junit", join(shots, "none", "x.xml")],
  ]) {
    const { code, out, err } = await replay(null, [recorded.folder, ...words]);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, /exists|is there|no folder/);
  }
});

test("fovea replay needs a value for redacted text and never shows the value: REPLAY_VALUE_MISSING", async () => {
  await using product = await phone();
  const missing = await firstStep(product, [secret.folder]);
  assert.deepEqual([missing.exit, missing.outcome, missing.code], [1, "failed", "REPLAY_VALUE_MISSING"]);
  const html = join(folder, "secret.html");
  const words = [secret.folder, "--value", "1=env:PASSWORD", "--html", html];
  const { out } = await replay(product, words, { PASSWORD: "correct horse" });
  assert.match(out, /^passed {3}step 1: \[redacted\] in field$/m);
  assert.doesNotMatch(`${out}${readFileSync(html, "utf8")}`, /correct horse/);
  for (const [value, why] of [
    ["1=env:NOT_THERE", /the environment has no NOT_THERE/],
    ["1=secret", /STEP=env:NAME/],
    [`1=file:${join(folder, "nothing")}`, /cannot be read/],
  ] as const) {
    const refused = await replay(null, [secret.folder, "--value", value]);
    assert.equal(refused.code, 2);
    assert.match(refused.err, why);
  }
});

test("fovea replay exits with 2 for a file that is not a trace, and for wrong arguments", async () => {
  const broken = edited(recorded, ([step]) => delete step?.["action"]);
  for (const words of [[], [join(folder, "nothing")], [broken], [recorded.folder, "--ignore", "("]]) {
    const { code, out, err } = await replay(null, words);
    assert.deepEqual([code, out], [2, ""]);
    assert.notEqual(err, "");
  }
  assert.match((await replay(null, [broken])).err, /^TRACE_UNREADABLE: .* line 1: action: /);
});

test("fovea replay --strict fails a healed step", async () => {
  const path = edited(recorded, ([step]) => {
    if (step) step["action"]["x-fovea"].selector.neighbours = ["radio Other", null];
  });
  await using product = await phone();
  const { code, out } = await replay(product, [path]);
  assert.equal(code, 0, out);
  assert.match(out, /^healed {3}step 1: .*\n {2}healed: the stored element is /);
  await using again = await phone();
  assert.equal((await replay(again, [path, "--strict"])).code, 1);
});

test("fovea replay plays a log of another program that has only the protocol's fields, and compares its next states", async () => {
  const to = mkdtempSync(join(folder, "foreign-"));
  const box = (left: number, top: number, right: number, bottom: number) => [left, top, right, bottom];
  const state = (at: number, elements: readonly object[]) => ({
    ...{ screenshot_path: "", screen_resolution: [540, 1200], elements, timestamp: at },
  });
  const plus = { element_id: "7", text: "Plus", role: "RadioButton", bbox: box(20, 600, 520, 660) };
  const name = { element_id: "1", text: "Given and family name", bbox: box(26, 145, 514, 213) };
  const steps = (shown: string) => [
    { timestamp: 0, visual_state: state(0, [name, plus]), action: { type: "click", target_id: "7" } },
    { timestamp: 2, visual_state: state(2, [name, plus]), action: { type: "type", target_id: "1", text: "Anna" } },
    { timestamp: 4, visual_state: state(4, [{ ...name, text: shown }, plus]), action: { type: "scroll" } },
  ];
  const write = (shown: string) =>
    writeFileSync(
      join(to, "steps.jsonl"),
      `${steps(shown)
        .map((step) => JSON.stringify(step))
        .join("\n")}\n`,
    );
  write("Anna");
  await using product = await phone();
  const { out } = await replay(product, [join(to, "steps.jsonl"), "--json"], {}, 5_000);
  const seen = JSON.parse(out).steps.map(({ outcome, code }: Steps[number]) => [outcome, code]);
  assert.deepEqual(
    seen.slice(0, 2),
    [
      ["passed", null],
      ["passed", null],
    ],
    out,
  );
  assert.equal(seen[2][1], "REPLAY_NOT_DONE", "the protocol does not say which way to scroll");
  write("Berta");
  await using other = await phone();
  const diverged = JSON.parse((await replay(other, [join(to, "steps.jsonl"), "--json"], {}, 5_000)).out).steps[1];
  assert.deepEqual([diverged.outcome, diverged.code], ["diverged", "REPLAY_DIVERGED"]);
  assert.match(diverged.message, /missing: "Berta"/);
});

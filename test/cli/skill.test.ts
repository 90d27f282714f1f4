import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { NO_COMPANION } from "../../src/devices/companion/companion-link.js";
import { capture } from "../support/capture-terminal.js";
import { SMALL } from "../support/drive.js";
import { type Product, startProduct } from "../support/product.js";
import { type FlowStep, recordFlow } from "../support/replay-flows.js";
import { productFlags } from "../support/serve-process.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-skill-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Read as the command reads it. */
const DUMPED = { onDevice: "absent", link: NO_COMPANION, apiLevel: 33 } as const;

async function run(words: readonly string[], product: Product | null = null, env: Record<string, string> = {}) {
  const { terminal, stdout, stderr } = capture();
  const flags = product ? [...productFlags(product), "--action-timeout", "2000"] : [];
  const call = { words: ["skill", ...words, ...flags], terminal: { ...terminal, env } };
  const code = await runCommandLine(call, new AbortController().signal);
  return { code, out: stdout(), err: stderr() };
}

function codeOf(complaint: string): string {
  return /\b[A-Z]+(?:_[A-Z]+)+\b/.exec(complaint)?.[0] ?? complaint;
}

const add = (title: string): readonly FlowStep[] => [
  ["tap", { target: "id/new_note" }],
  ["type_text", { target: "id/title", text: title }],
  ["press_key", { key: "back" }],
];

const sign = (password: string): readonly FlowStep[] => [["type_text", { target: "id/password", text: password }]];

const traces: string[] = [];
const secrets: string[] = [];
before(async () => {
  for (const title of ["Packing list", "Garden plan", "Measures"]) {
    const flow = { name: `add ${title}`, app: "com.fovea.notes", steps: add(title) };
    traces.push((await recordFlow(flow, folder, { product: DUMPED })).folder);
  }
  for (const password of ["correct horse", "battery staple"]) {
    const flow = { name: `sign ${password}`, app: "com.fovea.form", steps: sign(password) };
    secrets.push((await recordFlow(flow, folder, { product: DUMPED })).folder);
  }
});

test("fovea skill makes a skill from two traces of one task; the skill runs with other data, and its file is a flow", async () => {
  const file = join(folder, "add-note.yaml");
  const learnt = await run(["learn", ...traces.slice(0, 2), "--name", "add-note", "-o", file]);
  assert.equal(learnt.code, 0, learnt.err);
  assert.match(learnt.out, /slot TITLE \(text, [^)]*\): default "Packing list", seen "Packing list", "Garden plan"/);
  assert.match((await run(["show", file])).out, /1\. tap button/);
  const checked = await run(["check", file]);
  assert.deepEqual([checked.code, checked.err], [0, ""], checked.out);
  await using product = await startProduct({ ...SMALL, ...DUMPED, app: "com.fovea.notes" });
  const done = await run(["run", file, "--slot", "title=Trip to Oslo"], product);
  assert.equal(done.code, 0, done.out + done.err);
  assert.ok(product.phone.hooks.find("Trip to Oslo"));
  const again = await run(["learn", file, traces[1] ?? ""]);
  assert.match(again.err, /SKILL_NOT_LEARNT: add-note was learnt from .* already/, again.out);
  const more = await run(["learn", file, traces[2] ?? ""]);
  assert.match(more.out, /add-note: com\.fovea\.notes, learnt from 3 runs/, more.err);
  assert.match((await run(["learn", file, traces[2] ?? ""])).err, /SKILL_NOT_LEARNT/);
  assert.match((await run(["run", file, "--from", "x"])).err, /--from has to be the number of a step/);
  assert.equal((await run(["learn", file])).code, 2);
});

test("a password becomes a slot without a default, and is in no file and no answer", async () => {
  const file = join(folder, "secret.yaml");
  const learnt = await run(["learn", ...secrets, "--name", "sign", "-o", file]);
  assert.equal(learnt.code, 0, learnt.err);
  assert.doesNotMatch(readFileSync(file, "utf8") + learnt.out, /horse|staple/);
  await using product = await startProduct({ ...SMALL, ...DUMPED, app: "com.fovea.form" });
  const without = await run(["run", file], product);
  assert.equal(codeOf(without.err), "SKILL_SLOT");
  const done = await run(["run", file, "--slot", "password=env:SECRET"], product, { SECRET: "hunter-two" });
  assert.equal(done.code, 0, done.out + done.err);
  assert.doesNotMatch(done.out, /hunter/);
});

test("one trace given twice, even under two names, counts as one run", async () => {
  const [trace = ""] = traces;
  const copy = join(folder, "copied", "elsewhere");
  cpSync(trace, copy, { recursive: true });
  for (const twice of [
    [trace, trace],
    [trace, copy],
    [trace, traces[1] ?? "", copy],
  ]) {
    const { err, code } = await run(["learn", ...twice, "--name", "x", "-o", join(folder, "twice.yaml")]);
    assert.deepEqual([code, codeOf(err)], [1, "SKILL_NOT_LEARNT"], err);
    assert.match(err, /are one run: it counts once/);
  }
});

test("fovea skill run refuses wrong arguments with the next step, before it touches anything", async () => {
  const file = join(folder, "asked.yaml");
  const learnt = await run(["learn", ...traces.slice(0, 2), "--name", "add-note", "-o", file]);
  assert.equal(learnt.code, 0, learnt.err);
  await using product = await startProduct({ ...SMALL, ...DUMPED, app: "com.fovea.notes" });
  const said = async (...words: readonly string[]) => (await run(words, product)).err;
  assert.match(await said("run", file, "--from", "99"), /steps 1 to 3, and no step 99\nNext: .*show add-note` numbers/);
  const empty =
    /TITLE was given an empty value.*\nNext: Give the slot as TITLE=VALUE, or leave it out for its default "Packing/;
  assert.match(await said("run", file, "--slot", "title="), empty);
  assert.match((await run(["show", folder])).err, /is a folder\nNext: .*fovea skill list --skills/);
  assert.match((await run(["show", "nothing-like-it"])).err, /\nNext: .*fovea skill list/);
  assert.equal(product.phone.hooks.find("Packing list"), undefined);
});

test("fovea skill refuses a file that is not a skill, and traces of different tasks", async () => {
  const file = join(folder, "broken.yaml");
  writeFileSync(file, "appId: a.b\nname: x\n---\n- back\n");
  assert.equal(codeOf((await run(["show", file])).err), "SKILL_INVALID");
  const one = await run(["learn", traces[0] ?? "", "--name", "x", "-o", join(folder, "x.yaml")]);
  assert.equal(codeOf(one.err), "SKILL_NOT_LEARNT");
  const mixed = await run(["learn", traces[0] ?? "", secrets[0] ?? "", "--name", "x", "-o", join(folder, "x.yaml")]);
  assert.equal(codeOf(mixed.err), "SKILL_NOT_LEARNT");
});

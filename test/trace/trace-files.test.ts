import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { ZipFile } from "yazl";
import { packageRoot } from "../../src/base/assets.js";
import { pollUntil } from "../../src/base/signals.js";
import { runCommandLine } from "../../src/cli/run-command-line.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { unpackTrace } from "../../src/trace/unpack-trace.js";
import { validateTrace } from "../../src/trace/validate-trace.js";
import { capture } from "../support/capture-terminal.js";
import { coded } from "../support/coded.js";
import { makeTrace } from "../support/trace/make-trace.js";

const folder = mkdtempSync(join(tmpdir(), "fovea-trace-files-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "made", "MADE-1");
const SMALL = { width: 90, height: 200 } as const;
before(async () => void (await makeTrace(path, { steps: 22, hostile: true, ...SMALL })));

async function run(...words: readonly string[]) {
  const { terminal, stdout, stderr } = capture();
  const code = await runCommandLine({ words: ["trace", ...words], terminal }, new AbortController().signal);
  return { code, out: stdout(), err: stderr() };
}

// A folder of this file's own, so that what others unpack meanwhile is not counted.
const usual = process.env["TMPDIR"];
before(() => {
  mkdirSync(join(folder, "tmp"));
  process.env["TMPDIR"] = join(folder, "tmp");
});
after(() => {
  if (usual === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usual;
});
const unpacked = () => readdirSync(join(folder, "tmp")).length;

async function zip(name: string, fill: (file: ZipFile) => void): Promise<string> {
  const file = new ZipFile();
  fill(file);
  file.end();
  await pipeline(file.outputStream, createWriteStream(join(folder, name)));
  return join(folder, name);
}

test("the folder above one trace is read as the trace, and above several traces they are listed", async () => {
  assert.equal((await run("validate", join(folder, "made"))).out, `${join(folder, "made")}: 22 valid steps\n`);
  cpSync(path, join(folder, "two", "A"), { recursive: true });
  cpSync(path, join(folder, "two", "B"), { recursive: true });
  const { code, err } = await run("validate", join(folder, "two"));
  assert.equal(code, 1);
  assert.match(err, /^TRACE_UNREADABLE: .*holds 2 traces: A, B/);
});

test("a trace is packed into the same file each time, and read from it as from the folder", async () => {
  const [one, other] = [join(folder, "one.fovea"), join(folder, "other.fovea")];
  assert.deepEqual(await run("export", path, one), { code: 0, out: `${one}: 22 steps, 4 screenshots\n`, err: "" });
  cpSync(path, join(folder, "copy"), { recursive: true });
  assert.equal((await run("export", join(folder, "copy"), other)).code, 0);
  assert.ok(readFileSync(one).equals(readFileSync(other)));
  assert.equal(unpacked(), 0);
  const [fromFile, fromFolder] = [await run("stats", one, "--json"), await run("stats", path, "--json")];
  assert.deepEqual(JSON.parse(fromFile.out), JSON.parse(fromFolder.out));
  assert.equal((await run("show", one)).out, (await run("show", path)).out);
  assert.equal(unpacked(), 0, "the unpacked files are removed");
});

test("packing overwrites no file without being asked to, and refuses an invalid trace", async () => {
  const file = join(folder, "there.fovea");
  writeFileSync(file, "mine");
  const refused = await run("export", path, file);
  assert.deepEqual([refused.code, readFileSync(file, "utf8")], [2, "mine"]);
  assert.match(refused.err, /exists: --overwrite replaces it/);
  assert.equal((await run("export", path, file, "--overwrite")).code, 0);
  assert.equal((await run("validate", file)).code, 0);
  const broken = join(folder, "broken");
  cpSync(path, broken, { recursive: true });
  writeFileSync(join(broken, "steps.jsonl"), "{}\n");
  const { code, err } = await run("export", broken, join(folder, "broken.fovea"));
  assert.equal(code, 1);
  assert.match(err, /^TRACE_UNREADABLE: .*is not valid/);
  assert.match((await run("export", join(path, "steps.jsonl"), join(folder, "x.fovea"))).err, /without the manifest/);
  assert.deepEqual(
    readdirSync(folder).filter((name) => /^(?:broken|x)\.fovea|\.part$/.test(name)),
    [],
  );
});

test("only whole lines of a trace that was cut off are packed", async () => {
  const cut = join(folder, "cut");
  cpSync(path, cut, { recursive: true });
  const bytes = readFileSync(join(cut, "steps.jsonl"));
  writeFileSync(join(cut, "steps.jsonl"), bytes.subarray(0, bytes.length - 10));
  assert.match((await run("export", cut, join(folder, "cut.fovea"))).out, /21 steps.*cut off/);
  assert.match((await run("validate", join(folder, "cut.fovea"))).out, /: 21 valid steps\n$/);
});

test("a screenshot that is a link is neither valid nor packed", async () => {
  const linked = join(folder, "linked");
  cpSync(path, linked, { recursive: true });
  const [name = ""] = readdirSync(join(linked, "screenshots"));
  rmSync(join(linked, "screenshots", name));
  writeFileSync(join(folder, "secret"), "secret");
  symlinkSync(join(folder, "secret"), join(linked, "screenshots", name));
  assert.equal((await run("export", linked, join(folder, "linked.fovea"))).code, 1);
});

test("an archive that writes elsewhere, has links or is too large is refused, and leaves nothing", async () => {
  assert.equal(unpacked(), 0);
  const link = await zip("link.fovea", (file) => {
    file.addBuffer(Buffer.from("/etc/passwd"), "manifest.json", { mode: 0o120777 });
  });
  const twice = await zip("twice.fovea", (file) => {
    file.addBuffer(Buffer.from("1"), "steps.jsonl");
    file.addBuffer(Buffer.from("2"), "steps.jsonl");
  });
  // The library that packs refuses such names: they are written over ones of the same length.
  const plain = await zip("plain.fovea", (file) =>
    file.addBuffer(Buffer.from("x"), "aa/steps.jsonl", { compress: false }),
  );
  const outside = join(folder, "outside.fovea");
  writeFileSync(
    outside,
    Buffer.from(readFileSync(plain).toString("latin1").replaceAll("aa/steps", "../steps"), "latin1"),
  );
  const none = join(folder, "none.fovea");
  writeFileSync(none, "no archive");
  for (const [file, why] of [
    [link, /is not a plain file/],
    [twice, /it holds a file twice/],
    [outside, /a name in it leads out of its folder/],
    [none, /cannot be unpacked/],
    [plain, /./],
  ] as const) {
    const { code, err } = await run("validate", file);
    assert.equal(code, 1, file);
    assert.match(err || "problems", file === plain ? /./ : /^TRACE_UNREADABLE: /, file);
    assert.match(err || "problems", why);
  }
  const bomb = await zip("bomb.fovea", (file) => file.addBuffer(Buffer.alloc(5_000_000), "steps.jsonl"));
  assert.match(
    (await coded(unpackTrace(bomb, undefined, { files: 10, bytes: 4_000_000 }))).message,
    /larger than 4000000 bytes/,
  );
  assert.match((await coded(unpackTrace(bomb, undefined, { files: 0, bytes: 9e9 }))).message, /holds 1 files/);
  assert.equal(unpacked(), 0);
});

test("a caller that cancels while an archive is unpacked does not wait for the rest", async () => {
  const many = await zip("many.fovea", (file) => {
    for (let number = 0; number < 500; number += 1) file.addBuffer(Buffer.from("{}"), `screens/${number}.json`);
  });
  const ended = new AbortController();
  const opening = openTrace(many, ended.signal);
  assert.ok(await pollUntil(async () => (unpacked() > 0 ? true : undefined), 1, AbortSignal.timeout(30_000)));
  ended.abort(new Error("enough"));
  await assert.rejects(opening, /^Error: enough$/);
  assert.equal(unpacked(), 0);
});

test("an archive with a wrong length in it is refused", async () => {
  const honest = await zip("honest.fovea", (file) => file.addBuffer(Buffer.alloc(1000, "a"), "steps.jsonl"));
  const bytes = readFileSync(honest);
  const entry = bytes.indexOf("PK\u0001\u0002");
  bytes.writeUInt32LE(10, entry + 24);
  writeFileSync(honest, bytes);
  assert.equal((await coded(openTrace(honest))).code, "TRACE_UNREADABLE");
});

test("a trace cut off at any byte of any of its files is valid up to the last whole step", async () => {
  const bytes = readFileSync(join(path, "steps.jsonl"));
  const cut = join(folder, "anywhere");
  cpSync(path, cut, { recursive: true });
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length), fc.double({ min: 0, max: 1, noNaN: true }), async (length, share) => {
      const calls = readFileSync(join(path, "calls.jsonl"));
      writeFileSync(join(cut, "steps.jsonl"), bytes.subarray(0, length));
      writeFileSync(join(cut, "calls.jsonl"), calls.subarray(0, Math.round(share * calls.length)));
      await using trace = await openTrace(cut);
      const { steps, problems, tornBytes } = await validateTrace(trace);
      const whole = bytes.subarray(0, length);
      const ends = whole.reduce((sum, byte) => sum + (byte === 0x0a ? 1 : 0), 0);
      assert.deepEqual([steps, problems, tornBytes], [ends, [], length - whole.lastIndexOf("\n") - 1]);
    }),
    { numRuns: 60 },
  );
});

test("problems of calls and extensions are reported by file, line and path", async () => {
  const wrong = join(folder, "wrong");
  cpSync(path, wrong, { recursive: true });
  const calls = readFileSync(join(wrong, "calls.jsonl"), "utf8").split("\n");
  calls[2] = '{"call": "two"}';
  writeFileSync(join(wrong, "calls.jsonl"), calls.join("\n"));
  const steps = readFileSync(join(wrong, "steps.jsonl"), "utf8").replace('"duration_ms":', '"duration_ms":"x","was":');
  writeFileSync(join(wrong, "steps.jsonl"), steps);
  const { code, out } = await run("validate", wrong);
  assert.equal(code, 1);
  assert.match(out, /^line 1: x-fovea\.duration_ms: /m);
  assert.match(out, /^calls\.jsonl line 3: call: /m);
  assert.match(out, /: not valid; 21 valid steps$/m);
});

test("the report has a head, verdicts with evidence, changes and failed calls between steps; --last shortens it", async () => {
  const plain = join(folder, "plain");
  await makeTrace(plain, { steps: 22, ...SMALL });
  const { out } = await run("show", plain);
  assert.match(out, /^MADE-1, "Made Phone", Android 14, API 34; begun 2026-01-02T03:04:05\.000Z, by fovea 0\.1\.0\n/);
  assert.match(out, /^ {3}in com\.example\.shop\/\.SearchActivity, "Search"$/m);
  assert.match(out, /^ {3}=> no_effect: same elements; same pixels; stable$/m);
  assert.match(out, /^ {6}~ heading "Shop" is "Search"$/m);
  assert.match(out, /^ {3}error FOCUS_LOST: the field lost the focus while text was typed$/m);
  const order = [...out.matchAll(/^(\d+)\. |^- {2}\S+ s tap .*failed\n {3}error ELEMENT_NOT_FOUND/gm)].map(
    (found) => found[1] ?? "call",
  );
  assert.deepEqual(order, [
    ...Array.from({ length: 10 }, (_, at) => `${at + 1}`),
    "call",
    ...Array.from({ length: 10 }, (_, at) => `${at + 11}`),
    "call",
    "21",
    "22",
  ]);
  const last = await run("show", plain, "--last", "2");
  assert.deepEqual(
    [...last.out.matchAll(/^(\d+)\. /gm)].map((found) => found[1]),
    ["21", "22"],
  );
  assert.equal((await run("show", plain, "--last", "some")).code, 2);
  assert.equal((await run("stats", plain, "--last", "2")).code, 2);
});

test("the recorded examples of the protocol are reported, packed and shown as a page", async () => {
  const examples = join(packageRoot(), "protocol", "v0.1", "examples");
  for (const name of readdirSync(examples)) {
    const [file, page] = [join(folder, `${name}.fovea`), join(folder, `${name}.html`)];
    assert.equal((await run("export", join(examples, name), file)).code, 0);
    assert.equal((await run("show", file)).out, (await run("show", join(examples, name))).out);
    assert.match((await run("show", file, "--html", page)).out, /: \d steps, \d+ screenshots\n$/);
  }
  const { out } = await run("show", join(examples, "create-account"));
  assert.match(out, /^- .* tap "button \\"Sign up\\"" failed\n {3}error ELEMENT_NOT_FOUND: /m);
  assert.match(out, /^\d\. \S+ s type e8 field "\[redacted\]" "\[redacted\]"/m);
});

test("text in a hostile trace cannot control a terminal", async () => {
  for (const words of [
    ["show", path],
    ["stats", path],
    ["show", path, "--json", "--last", "1"],
  ]) {
    const { out, err } = await run(...words);
    if (!words.includes("--json"))
      assert.doesNotMatch(out + err, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    assert.ok(out.length > 100);
  }
});

test("the statistics count verdicts, durations, errors once each, bytes and dropped screenshots", async () => {
  const { out } = await run("stats", path, "--json");
  const { verdicts, errors, calls, durationMs, diskBytes, droppedScreenshots } = JSON.parse(out);
  assert.deepEqual(verdicts, { changed: 18, no_effect: 2, none: 2 });
  assert.deepEqual(errors, { ELEMENT_NOT_FOUND: 2, FOCUS_LOST: 2 });
  assert.equal(calls, 46);
  assert.ok(durationMs.p50 >= 180 && durationMs.p95 >= durationMs.p50);
  const files = execFileSync("find", [path, "-type", "f", "-printf", "%s\n"], { encoding: "utf8" }).trim().split("\n");
  assert.equal(
    diskBytes,
    files.reduce((sum, size) => sum + Number(size), 0),
  );
  assert.equal(droppedScreenshots, 0);
});

test("a trace of another protocol version is reported with its version as a problem", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-trace-version-"));
  const device = { serial: "A", model: null, api_level: 33, release: "13", boot_id: null };
  const created = { created_by: { name: "fovea", version: "9.0.0" }, started_at: "2026-01-02T03:04:05.000Z" };
  const manifest = { ...created, device, options: {}, dropped_screenshots: [] };
  try {
    writeFileSync(join(folder, "steps.jsonl"), "");
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ protocol_version: "0.1", ...manifest }));
    assert.ok((await openTrace(folder)).manifest);
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ protocol_version: "0.2", ...manifest }));
    const { manifest: unread, problems } = await openTrace(folder);
    assert.equal(unread, null);
    assert.deepEqual(
      problems.map(({ file, path }) => [file, path]),
      [["manifest.json", "protocol_version"]],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { RefCounter } from "../../src/session/ref-counter.js";

const MODULE = new URL("../../src/session/ref-counter.js", import.meta.url).href;
/** Takes so many refs in its own process and prints their numbers. */
const TAKE = `
const { RefCounter } = await import(process.argv[1]);
const counter = new RefCounter(process.argv[2]);
const refs = Array.from({ length: Number(process.argv[3]) }, () => counter.next());
process.stdout.write(refs.map((ref) => ref.slice(1)).join("\\n"));
`;

interface Taken {
  readonly refs: readonly number[];
  readonly stderr: string;
}

async function takeInProcess(folder: string, count: number): Promise<Taken> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", TAKE, MODULE, folder, String(count)]);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  await once(child, "close");
  assert.equal(child.exitCode, 0, Buffer.concat(err).toString());
  return { refs: Buffer.concat(out).toString().split("\n").map(Number), stderr: Buffer.concat(err).toString() };
}

function scratch(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "fovea-refs-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

test("processes that count at the same time never use the same ref", async () => {
  using folder = scratch();
  const taken = await Promise.all(Array.from({ length: 6 }, () => takeInProcess(folder.path, 3_000)));
  const all = taken.flatMap(({ refs }) => refs);
  assert.equal(all.length, 18_000);
  assert.equal(new Set(all).size, all.length);
  for (const { refs, stderr } of taken) {
    assert.deepEqual(
      refs,
      refs.toSorted((a, b) => a - b),
    );
    assert.equal(stderr, "");
  }
});

test("a process counts on above the refs of earlier processes", async () => {
  using folder = scratch();
  const first = await takeInProcess(folder.path, 250);
  const second = await takeInProcess(folder.path, 1);
  assert.equal(first.refs[0], 1);
  assert.ok(Math.min(...second.refs) > Math.max(...first.refs));
});

test("the folder of ref blocks stays small however many refs are used", () => {
  using folder = scratch();
  const counter = new RefCounter(folder.path);
  for (let count = 0; count < 10_000; count += 1) counter.next();
  assert.ok(readdirSync(join(folder.path, "refs")).length <= 32);
});

test("blocks of refs grow with the number of refs used, and each process begins with a small one", () => {
  using folder = scratch();
  const blocks = () => readdirSync(join(folder.path, "refs")).toSorted((a, b) => Number(a) - Number(b));
  const counter = new RefCounter(folder.path);
  for (let count = 0; count < 800; count += 1) counter.next();
  assert.deepEqual(blocks(), ["0", "1", "3", "7"]);
  const other = new RefCounter(folder.path);
  assert.equal(other.next(), "e801");
  assert.equal(counter.next(), "e901");
  assert.deepEqual(blocks().at(-1), "16");
  assert.equal(other.next(), "e802");
});

test("other files in the folder of ref blocks are left alone", () => {
  using folder = scratch();
  mkdirSync(join(folder.path, "refs", "notes"), { recursive: true });
  writeFileSync(join(folder.path, "refs", "README"), "");
  const counter = new RefCounter(folder.path);
  for (let count = 0; count < 5_000; count += 1) counter.next();
  const names = readdirSync(join(folder.path, "refs"));
  assert.ok(names.includes("notes") && names.includes("README"));
});

test("with an unusable state folder one line reports it, and refs are still new within each process", async () => {
  using folder = scratch();
  const file = join(folder.path, "a-file");
  writeFileSync(file, "");
  const first = await takeInProcess(file, 1_000);
  assert.equal(new Set(first.refs).size, 1_000);
  assert.match(
    first.stderr,
    /^fovea: session: refs cannot be reserved in .*a-file\/refs, so they will be long: [^\n]*\n$/,
  );
  await nextSecond();
  const second = await takeInProcess(file, 1);
  assert.ok(Math.min(...second.refs) > Math.max(...first.refs));
});

test("refs still increase after the state folder became unusable", () => {
  using folder = scratch();
  const counter = new RefCounter(folder.path);
  const before = Array.from({ length: 100 }, () => Number(counter.next().slice(1)));
  rmSync(join(folder.path, "refs"), { recursive: true });
  writeFileSync(join(folder.path, "refs"), "");
  const after = Number(counter.next().slice(1));
  assert.ok(after > Math.max(...before));
});

/** The numbers follow the clock's seconds then. */
async function nextSecond(): Promise<void> {
  const second = Math.floor(Date.now() / 1000);
  while (Math.floor(Date.now() / 1000) === second) await new Promise((resolve) => setImmediate(resolve));
}

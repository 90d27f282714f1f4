import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Memory } from "../../src/memory/memory.js";

const WORKER = fileURLToPath(new URL("../support/memory-worker.js", import.meta.url));
/** FOVEA_TEST_KILLS=500 was run when the store was written; each costs half a second of processor. */
const KILLS = Number(process.env["FOVEA_TEST_KILLS"] ?? 80);
/** So many processes write at once; each is killed after one to four things were said to be done. */
const AT_ONCE = 2;

interface Said {
  readonly kept: Set<string>;
  readonly gone: Set<string>;
}

/** Kills the process when so many lines have come: whatever it does then is cut off. Gives all that it said. */
async function killedAfter(process: ChildProcess, lines: number, said: Said): Promise<void> {
  assert.ok(process.stdout);
  let count = 0;
  for await (const line of createInterface({ input: process.stdout })) {
    const [what, id = ""] = line.split(" ");
    (what === "kept" ? said.kept : said.gone).add(id);
    count += 1;
    if (count === lines) process.kill("SIGKILL");
  }
}

test(`no step is lost and the memory stays whole after ${KILLS} processes are killed while they write`, async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-killed-"));
  const said: Said = { kept: new Set(), gone: new Set() };
  try {
    for (let killed = 0; killed < KILLS; killed += AT_ONCE) {
      const workers = Array.from({ length: AT_ONCE }, (_, place) => {
        const name = `w${killed + place}`;
        const worker = spawn(process.execPath, [WORKER, "--folder", folder, "--name", name], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        return { worker, lines: 1 + ((killed + place) % 4) };
      });
      const ends = workers.map(({ worker }) => once(worker, "exit"));
      await Promise.all(workers.map(async ({ worker, lines }) => await killedAfter(worker, lines, said)));
      for (const [code, signal] of await Promise.all(ends)) assert.deepEqual([code, signal], [null, "SIGKILL"]);
      const memory = new Memory(folder, () => 0);
      try {
        const runs = new Map(memory.graph().runs.map(({ id, steps }) => [id, steps]));
        const lost = [...said.kept].filter((id) => !said.gone.has(id) && !mayBeGone(id, said) && runs.get(id) !== 20);
        assert.deepEqual(lost, []);
        assert.deepEqual(
          [...said.gone].filter((id) => runs.has(id)),
          [],
        );
        assert.ok([...runs.values()].every((steps) => steps === 20));
        assert.deepEqual(memory.repaired, { lines: 0, index: false });
        // What is kept would slow down the next ones; it was looked at.
        if (killed % 50 === 48) {
          memory.forget({ all: true });
          said.kept.clear();
          said.gone.clear();
        }
      } finally {
        memory.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The step in flight: it was forgotten, and not said to be. */
function mayBeGone(id: string, { kept }: Said): boolean {
  const [name, number] = id.split("-");
  return Number(number) % 3 === 1 && kept.has(`${name}-${Number(number) + 1}`);
}

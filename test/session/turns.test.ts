import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ActLease } from "../../src/farm/files/act-leases.js";
import { Turns } from "../../src/session/turns.js";
import { drive } from "../support/drive.js";
import { never } from "../support/never.js";

/** Notes when the lease is taken and given back. */
function recordedTurns() {
  const heard: string[] = [];
  const lease: ActLease = { gap: null, [Symbol.dispose]: () => void heard.push("back") };
  const turns = new Turns(async () => {
    heard.push("taken");
    return lease;
  });
  return { turns, heard };
}

test("turns within a turn run at once, under the same lease", async () => {
  const { turns, heard } = recordedTurns();
  const note = async (word: string) => await turns.run(async () => void heard.push(word), never());
  const both = turns.run(async () => {
    await note("first");
    await note("second");
  }, never());
  await Promise.all([both, note("other")]);
  assert.deepEqual(heard, ["taken", "first", "second", "back", "taken", "other", "back"]);
});

test("a turn may take a turn on another device, and within it again one on its own device", async () => {
  const one = recordedTurns();
  const other = recordedTurns();
  await one.turns.run(async () => {
    await other.turns.run(async () => {
      await one.turns.run(async () => void one.heard.push("again"), never());
    }, never());
    other.heard.push("after");
    one.heard.push("end");
  }, never());
  assert.deepEqual(one.heard, ["taken", "again", "end", "back"]);
  assert.deepEqual(other.heard, ["taken", "back", "after"]);
});

test("work that outlives its turn takes a turn of its own", async () => {
  const { turns, heard } = recordedTurns();
  let late: Promise<void> | undefined;
  let go: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  await turns.run(async () => {
    late = gate.then(async () => await turns.run(async () => void heard.push("late"), never()));
  }, never());
  go();
  await late;
  assert.deepEqual(heard, ["taken", "back", "taken", "late", "back"]);
});

test("a failed turn releases the lease", async () => {
  const { turns, heard } = recordedTurns();
  await assert.rejects(
    turns.run(async () => Promise.reject(new Error("no")), never()),
    /no/,
  );
  assert.deepEqual(heard, ["taken", "back"]);
});

test("with an unusable state folder actions go on, and the answer says what is missing", async () => {
  await using driven = await drive({ app: "com.fovea.form" });
  const { stateDir } = driven.product.config;
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(join(stateDir, "acts"), "in the way");
  const text = await driven.did("tap", { target: "id/terms" });
  assert.match(
    text,
    /^! other Fovea processes may act at the same time on \S+: the state folder cannot be used \([A-Z]+\)$/m,
  );
  assert.ok(!text.includes(stateDir));
});

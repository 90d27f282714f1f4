import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runAgent } from "../../packages/fovea-agent/src/index.js";
import type { AgentResult, ScriptedModel, ScriptedRequest } from "../../packages/fovea-agent/src/public-types.js";
import { callOf, planOf, refOf, startScript } from "../support/agent-run.js";
import { type ButtonPhone, buttonPhone } from "../support/button-phone.js";

const TASKS = ["One", "Two"];

/** Plans once, goes on as long as something is open, and then says that it is done. */
function planner(asked: string, { instructions }: ScriptedRequest): string {
  if (!instructions.includes("You made the plan")) return planOf(...TASKS);
  return /^open /m.test(asked) ? "continue" : '{"finish": "all pressed"}';
}

function presser(asked: string) {
  const label = /## sub-task\n(.*)/.exec(asked)?.[1] ?? "";
  return callOf("click", { ref: refOf(asked, `button "${label}"`) });
}

/** From the moment on that a folder's n-th write begins no write comes about, and the phone does nothing. */
function killAt(place: number, folder: string, phone: ButtonPhone) {
  const { open, rename } = files;
  let writes = 0;
  const dying = (path: unknown, flags: unknown) => {
    const isWrite = String(path).startsWith(folder) && flags !== "r" && flags !== undefined;
    if (!isWrite) return;
    writes += 1;
    if (writes >= place) phone.die();
    if (writes >= place) throw new Error("killed");
  };
  Object.assign(files, {
    open: async (...args: Parameters<typeof open>) => {
      dying(args[0], args[1]);
      return await open(...args);
    },
    rename: async (...args: Parameters<typeof rename>) => {
      dying(args[0], "rename");
      await rename(...args);
    },
  });
  syncBuiltinESMExports();
  return {
    isOver: () => writes < place,
    [Symbol.dispose]: () => {
      Object.assign(files, { open, rename });
      syncBuiltinESMExports();
    },
  };
}

async function run(folder: string, phone: ButtonPhone, model: ScriptedModel): Promise<AgentResult> {
  return await runAgent({
    task: "press all",
    model: model.options("compatible"),
    folder,
    openPhone: async () => phone.connect(),
  });
}

// Each write is flushed to the disk, and there are some ninety: a slow test.
test("a run that is killed at every write and resumed does each action once and ends", async () => {
  let place = 1;
  for (let isOver = false; !isOver; place += 1) {
    const folder = mkdtempSync(join(tmpdir(), "fovea-agent-"));
    const phone = buttonPhone();
    await using model = await startScript({ plans: [planner], calls: [presser] });
    {
      using killed = killAt(place, folder, phone);
      await run(folder, phone, model).catch(() => {});
      isOver = killed.isOver();
    }
    if (isOver) break;
    phone.revive();
    const result = await run(folder, phone, model);
    assert.deepEqual(phone.pressed, TASKS, `killed at write ${place}`);
    assert.deepEqual([result.end, result.actions], ["finished", 2], `killed at write ${place}: ${result.message}`);
    rmSync(folder, { recursive: true });
  }
  assert.ok(place > 50, `${place} writes`);
});

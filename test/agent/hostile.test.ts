import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runAgent, startScriptedModel } from "../../packages/fovea-agent/src/index.js";
import type { AgentResult, ScriptedAnswer, ScriptedRequest } from "../../packages/fovea-agent/src/public-types.js";
import { lockRun } from "../../packages/fovea-agent/src/run/run-lock.js";
import { callOf, planOf, refOf } from "../support/agent-run.js";
import { type ButtonPhone, buttonPhone } from "../support/button-phone.js";

type Protocol = ScriptedRequest["protocol"];
type Answer = (request: ScriptedRequest) => ScriptedAnswer;

interface Tried {
  readonly phone: ButtonPhone;
  run(more?: { readonly signal?: AbortSignal }): Promise<AgentResult>;
  readonly folder: string;
}

/** A run on three buttons by a model that does its worst. */
async function trying(answer: Answer, work: (tried: Tried) => Promise<void>, protocol: Protocol = "compatible") {
  const folder = mkdtempSync(join(tmpdir(), "fovea-agent-"));
  await using model = await startScriptedModel(answer);
  const phone = buttonPhone();
  const run: Tried["run"] = async (more = {}) =>
    await runAgent({
      task: "press One and Two",
      model: model.options(protocol),
      folder,
      openPhone: async () => phone.connect(),
      ...more,
    });
  try {
    await work({ phone, run, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Plans once, presses what the sub-task names, and says that it is done. */
function pressing({ functions, instructions, texts }: ScriptedRequest): ScriptedAnswer {
  const asked = texts.at(-1) ?? "";
  if (functions.length > 0) {
    const label = /## sub-task\n(.*)/.exec(asked)?.[1] ?? "";
    return callOf("click", { ref: refOf(asked, `button "${label}"`) });
  }
  if (!instructions.includes("You made the plan")) return { text: planOf("One", "Two") };
  return { text: /^open /m.test(asked) ? "continue" : '{"finish": "pressed"}' };
}

test("an answer without an end is cut off in every protocol, and the run can resume", async () => {
  for (const protocol of ["anthropic", "openai", "google", "compatible"] as const)
    await trying(
      () => ({ garbage: `data: ${"x".repeat(8_100_000)}` }),
      async ({ run, phone }) => {
        const result = await run();
        assert.deepEqual(
          [result.end, result.error?.code, result.isResumable],
          ["error", "MODEL_FAILED", true],
          protocol,
        );
        assert.match(result.message, /longer than 8000000 bytes/);
        assert.deepEqual(phone.pressed, []);
      },
      protocol,
    );
});

test("a run folder allows one run at a time: a second one is refused, and the lock of a dead one is taken over", async () => {
  let second: Promise<unknown> | null = null;
  let other: (() => Promise<AgentResult>) | null = null;
  await trying(
    (request) => {
      second ??= other?.().catch((error: unknown) => error) ?? null;
      return pressing(request);
    },
    async ({ run, phone, folder }) => {
      other = run;
      writeFileSync(join(folder, "lock"), "999999999");
      const result = await run();
      assert.deepEqual([result.end, phone.pressed], ["finished", ["One", "Two"]]);
      const refused: unknown = await second;
      assert.ok(
        refused instanceof Error && "code" in refused && refused.code === "AGENT_RUN_UNUSABLE",
        String(refused),
      );
      assert.match(refused.message, /goes on with the run/);
    },
  );
});

test("one process at a time takes over a dead lock that many find, and none takes the lock of a living one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fovea-lock-"));
  try {
    for (const dead of ["999999999", "", "999999999 0123456789abcdef"]) {
      writeFileSync(join(folder, "lock"), dead);
      const taken = await Promise.allSettled(Array.from({ length: 12 }, async () => await lockRun(folder)));
      const locks = taken.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      assert.equal(locks.length, 1, `after ${JSON.stringify(dead)}`);
      for (const one of taken)
        if (one.status === "rejected") assert.equal((one.reason as { code?: string }).code, "AGENT_RUN_UNUSABLE");
      await locks[0]?.[Symbol.asyncDispose]();
      assert.deepEqual(readdirSync(folder), [], "nothing is left behind");
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a run that is stopped at each of its requests and resumed does each action once", async () => {
  let isOver = false;
  for (let place = 1; !isOver; place += 1) {
    const stop = new AbortController();
    let requests = 0;
    const answer: Answer = (request) => {
      requests += 1;
      if (requests === place) stop.abort(new DOMException("interrupted", "AbortError"));
      return pressing(request);
    };
    await trying(answer, async ({ run, phone }) => {
      const stopped = await run({ signal: stop.signal });
      isOver = stopped.end === "finished";
      if (isOver) return;
      assert.deepEqual([stopped.end, stopped.isResumable], ["cancelled", true]);
      const result = await run();
      assert.deepEqual([result.end, phone.pressed], ["finished", ["One", "Two"]], `stopped at request ${place}`);
    });
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isAgentError, runAgent } from "../../packages/fovea-agent/src/index.js";
import { readPlan } from "../../packages/fovea-agent/src/omni/plan.js";

const TASK = { step: 1, request: "tap Save", expected_output: "it is saved" };
const list = (...tasks: readonly object[]) => JSON.stringify(tasks);

/** What a planner wrote, in which mode, and the words that say what is wrong. */
const MALFORMED: readonly (readonly [name: string, text: string, wrong: RegExp, mode?: "initial" | "replan"])[] = [
  ["nothing", "", /empty/],
  ["blanks", " \n\t", /empty/],
  ["prose", "First I would open the settings.", /not one JSON value/],
  ["prose before a list", `Here is the plan:\n${list(TASK)}`, /not one JSON value/],
  ["prose behind a list", `${list(TASK)}\nGood luck!`, /not one JSON value/],
  ["half a list", list(TASK).slice(0, -12), /not one JSON value/],
  ["two lists", `${list(TASK)}${list(TASK)}`, /not one JSON value/],
  ["a list of Python", "[{'step': 1, 'request': 'tap', 'expected_output': 'x'}]", /not one JSON value/],
  ["a fence that never ends", `\`\`\`json\n${list(TASK)}`, /not one JSON value/],
  ["two fences", `\`\`\`json\n[]\n\`\`\`\n\`\`\`json\n[]\n\`\`\``, /not one JSON value/],
  ["an empty list", "[]", /empty/],
  ["a list of words", '["tap Save"]', /0: /],
  ["wrong keys", list({ step: 1, action: "tap", result: "x" }), /0\.request/],
  ["a key too many", list({ ...TASK, tool: "tap" }), /tool/],
  ["no expected output", list({ step: 1, request: "tap Save" }), /0\.expected_output: it is missing/],
  ["an empty request", list({ ...TASK, request: "  " }), /0\.request/],
  ["a step in words", list({ ...TASK, step: "one" }), /0\.step/],
  ["a step from zero", list({ ...TASK, step: 0 }), /0\.step/],
  ["a step that is a fraction", list({ ...TASK, step: 1.5 }), /0\.step/],
  ["steps out of order", list({ ...TASK, step: 2 }, { ...TASK, step: 1 }), /numbered 1, 2, 3/],
  ["a step twice", list(TASK, TASK), /numbered 1, 2, 3/],
  ["one task without a list", JSON.stringify(TASK), /be in a list/],
  ["a plan in an object", JSON.stringify({ tasks: [TASK] }), /finish/],
  ["both ends", '{"finish": "a", "fail": "b"}', /fail|finish/],
  ["an empty end", '{"finish": ""}', /finish/],
  ["an end that is true", '{"finish": true}', /finish/],
  ["a number", "3", /has to be a list/],
  ["null", "null", /has to be a list/],
  ["a word", '"stop"', /has to be a list/],
  ["continue in the first plan", "continue", /before there is a plan/, "initial"],
  ["continue with words", "continue with step 2", /not one JSON value/],
  [
    "more than a plan may have",
    list(...Array.from({ length: 51 }, (_, at) => ({ ...TASK, step: at + 1 }))),
    /more than 50/,
  ],
  ["too long", list({ ...TASK, request: "x".repeat(20_000) }), /longer than/],
  ["a request that is too long", list({ ...TASK, request: "x".repeat(2_001) }), /0\.request/],
];

test("a malformed plan has an error that says what is wrong, and is never an empty plan", () => {
  assert.ok(MALFORMED.length >= 20);
  for (const [name, text, wrong, mode = "replan"] of MALFORMED) {
    const read = readPlan(text, mode);
    assert.ok("mistake" in read, name);
    assert.match(read.mistake, wrong, name);
  }
});

test("a plan is a list of sub-tasks, continue, or an end with its text, alone or in a code fence", () => {
  const planned = (text: string) => {
    const read = readPlan(text, "replan");
    assert.ok("planned" in read, text);
    return read.planned;
  };
  const tasks = { kind: "tasks", tasks: [TASK] };
  assert.deepEqual(planned(list(TASK)), tasks);
  assert.deepEqual(planned(`\n\`\`\`json\n${list(TASK)}\n\`\`\`\n`), tasks);
  assert.deepEqual(planned(`\`\`\`\n${list(TASK)}\n\`\`\``), tasks);
  for (const text of ["continue", '"continue"', " Continue.\n"]) assert.deepEqual(planned(text), { kind: "continue" });
  assert.deepEqual(planned('{"finish": "saved"}'), { kind: "finish", summary: "saved" });
  assert.deepEqual(planned('{"fail": "no such app"}'), { kind: "fail", reason: "no such app" });
});

test("any text of a planner is parsed as a plan with at least one task, an end, continue, or an error text", () => {
  const texts = fc.oneof(
    fc.string(),
    fc.json(),
    fc.json().map((json) => `\`\`\`json\n${json}\n\`\`\``),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom("initial" as const, "replan" as const), (text, mode) => {
      const read = readPlan(text, mode);
      if ("mistake" in read) return read.mistake.length > 0;
      return read.planned.kind !== "tasks" || read.planned.tasks.length > 0;
    }),
    { numRuns: 300 },
  );
});

test("a run with missing options is refused, and the error says which are missing", async () => {
  const loose = runAgent as (options: unknown) => Promise<unknown>;
  for (const options of [undefined, null, {}, { task: 5 }, { task: "tap Save" }, { task: "tap Save", folder: "x" }]) {
    await assert.rejects(loose(options), (error) => {
      assert.ok(isAgentError(error), String(error));
      assert.equal(error.code, "AGENT_RUN_UNUSABLE");
      assert.match(error.message, /^runAgent: \w+ is missing, or of another type$/);
      return true;
    });
  }
});

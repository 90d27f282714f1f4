import assert from "node:assert/strict";
import { test } from "node:test";
import { END } from "@langchain/langgraph";
import { shouldActionOrLoop } from "../../packages/fovea-agent/src/omni/graph.js";
import * as reduce from "../../packages/fovea-agent/src/omni/reduce.js";
import { type ActionResult, firstState, type OmniState } from "../../packages/fovea-agent/src/omni/state.js";

const TASKS = ["one", "two"].map((request, at) => ({ step: at + 1, request, expected_output: "x" }));
const USAGE = { calls: 1, inputTokens: 10, outputTokens: 5 };
const DONE: ActionResult = { outcome: "done", did: "tapped", verdict: "changed", words: "tapped; changed" };
const NOT_DONE: ActionResult = { ...DONE, outcome: "not_done", verdict: "no_effect", words: "tapped; no_effect" };
const SCREEN = 'com.example/.Main | 540x1200 | uiautomator, 12 ms old\ne12 button "Save"';

/** A state in which no node can change anything by accident. */
function state(more: Partial<OmniState> = {}): OmniState {
  return frozen({ ...firstState("save it", "it is saved"), ...more });
}

function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) {
    for (const one of Object.values(value)) frozen(one);
    Object.freeze(value);
  }
  return value;
}

const planned = (more: Partial<OmniState> = {}) => state({ task_list: TASKS, plan_mode: "replan", ...more });

test("a new task list replaces the plan and starts at its first task, and the mode becomes replan", () => {
  const before = planned({ current_task_index: 1, newly_planned_tasks: { kind: "tasks", tasks: TASKS.slice(0, 1) } });
  const change = reduce.processed(before);
  assert.deepEqual(
    [change.task_list, change.current_task_index, change.plan_mode, change.newly_planned_tasks],
    [TASKS.slice(0, 1), 0, "replan", null],
  );
});

test("continue keeps the plan; at the end of the plan it clears both histories and makes the first plan again", () => {
  const goOn = { newly_planned_tasks: { kind: "continue" } } as const;
  assert.deepEqual(reduce.processed(planned(goOn)), { newly_planned_tasks: null });
  const histories = { image_history: ["a"], planning_history: ["b"] };
  const change = reduce.processed(planned({ ...goOn, ...histories, current_task_index: 2 }));
  assert.deepEqual(
    [change.image_history, change.planning_history, change.plan_mode, change.task_list, change.idle_rounds],
    [[], [], "initial", [], 1],
  );
  const third = reduce.processed(planned({ ...goOn, current_task_index: 2, idle_rounds: 2 }));
  assert.equal(third.end?.kind, "no_progress");
});

test("finish and fail of the model are ends that nothing proves, with the model's text as evidence", () => {
  const finish = reduce.processed(planned({ newly_planned_tasks: { kind: "finish", summary: "saved" } }));
  assert.deepEqual([finish.end?.kind, finish.end?.evidence], ["finished", ["saved"]]);
  assert.match(finish.end?.message ?? "", /nothing proves it/);
  const fail = reduce.processed(planned({ newly_planned_tasks: { kind: "fail", reason: "no app" } }));
  assert.deepEqual([fail.end?.kind, fail.end?.evidence], ["failure", ["no app"]]);
  assert.equal(reduce.processed(planned()).error_message?.code, "INTERNAL");
});

test("shouldActionOrLoop ends on an error or an end, acts on an open task, and otherwise observes again", () => {
  const error_message = { code: "X", message: "x", hint: "x" };
  const end = { kind: "success", message: "", evidence: [], error: null } as const;
  assert.equal(shouldActionOrLoop(planned({ error_message })), END);
  assert.equal(shouldActionOrLoop(planned({ end })), END);
  assert.equal(shouldActionOrLoop(planned()), "action_agent_node");
  assert.equal(shouldActionOrLoop(planned({ current_task_index: 1 })), "action_agent_node");
  assert.equal(shouldActionOrLoop(planned({ current_task_index: 2 })), "loop_entry");
  assert.equal(shouldActionOrLoop(planned({ current_task_index: -1 })), "loop_entry");
  assert.equal(shouldActionOrLoop(state()), "loop_entry");
});

test("a failed action does not advance the plan, and the planner gets the failed and the done action", () => {
  const unproven = reduce.updated(planned({ action_result: { ...DONE, outcome: "unproven" } }), {});
  assert.equal(unproven.current_task_index, 1, "it may have been done, and is not repeated by itself");
  const done = reduce.updated(planned({ action_result: DONE }), {});
  assert.deepEqual([done.current_task_index, done.step, done.last_action_done], [1, 1, "tapped"]);
  const failed = reduce.updated(planned({ action_result: NOT_DONE }), {});
  assert.equal(failed.current_task_index, 0);
  assert.deepEqual(failed.planning_history, ["1. not done: tapped; no_effect"]);
  assert.deepEqual(done.planning_history, ["1. done: tapped; changed"]);
});

test("histories keep only their last lines", () => {
  let current = planned({
    action_result: DONE,
    task_list: Array.from({ length: 40 }, () => TASKS[0] ?? assert.fail()),
  });
  for (let time = 0; time < 40; time += 1) current = frozen({ ...current, ...reduce.updated(current, {}) });
  assert.equal(current.planning_history.length, 12);
});

test("the same action on the same screen a third time ends the run, and other refs or ages do not make another screen", () => {
  const click = { name: "click", ref: "e12" } as const;
  let current = planned({ ...reduce.observed(state(), { elements: SCREEN, changes: null, app: null, image: null }) });
  const choose = () => {
    const change = reduce.chosen(current, click, "click", USAGE);
    current = frozen({ ...current, ...change });
    return change;
  };
  choose();
  assert.equal(choose().end, undefined);
  const other = SCREEN.replace("e12", "e40").replace("12 ms", "900 ms");
  current = frozen({
    ...current,
    ...reduce.observed(current, { elements: other, changes: "", app: null, image: null }),
  });
  const third = reduce.chosen(current, { name: "click", ref: "e40" }, "click", USAGE);
  assert.deepEqual([third.end?.kind, third.chosen], ["no_progress", null]);
  assert.match(third.end?.message ?? "", /chosen 3 times on the same screen/);
  const elsewhere = frozen({ ...current, fingerprint: "another" });
  assert.equal(reduce.chosen(elsewhere, click, "click", USAGE).end, undefined);
});

test("where no action could be chosen the planner gets the reason, and the third time in a row ends the run", () => {
  const first = reduce.chosen(planned(), "No function call found in response.", null, USAGE);
  assert.deepEqual([first.chosen, first.action_result?.outcome, first.idle_rounds], [null, "not_done", 1]);
  assert.match(first.action_result?.words ?? "", /No function call found/);
  assert.equal(reduce.chosen(planned({ idle_rounds: 2 }), "x", null, USAGE).end?.kind, "no_progress");
  assert.equal(reduce.performed(planned({ idle_rounds: 2 }), DONE).idle_rounds, 0);
});

test("a budget ends the run at the first limit that is reached, and the cost is tokens times their price", () => {
  const spent = planned({
    action_result: DONE,
    actions: 3,
    usage: { calls: 2, inputTokens: 600_000, outputTokens: 100_000 },
  });
  const price = { input: 2, output: 10 };
  assert.equal(reduce.costOf(spent.usage, price), 2.2);
  assert.equal(reduce.costOf(spent.usage, undefined), null);
  assert.equal(reduce.updated(spent, {}).end, undefined);
  const ends = [{ maxSteps: 3 }, { maxTokens: 700_000 }, { maxCost: 2.2, price }].map((limits) =>
    reduce.updated(spent, limits),
  );
  assert.deepEqual(
    ends.map(({ end }) => end?.kind),
    ["budget", "budget", "budget"],
  );
  assert.match(ends[1]?.end?.message ?? "", /700000 tokens/);
});

test("only a condition that the judge proves is a success, with the judge's evidence", () => {
  assert.equal(reduce.analysed(planned(), null).end, undefined);
  assert.equal(reduce.analysed(planned(), { holds: false, evidence: [] }).end, undefined);
  const held = reduce.analysed(planned(), { holds: true, evidence: ["e1 is there"] });
  assert.deepEqual([held.end?.kind, held.end?.evidence], ["success", ["e1 is there"]]);
});

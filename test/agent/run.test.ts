import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callOf, planOf, refOf, startRun, tapOn } from "../support/agent-run.js";
import { SMALL } from "../support/drive.js";
import { CHAT_PAGE, SHOP, startGuarded } from "../support/guarded-phone.js";
import { startProduct } from "../support/product.js";

const FORM = { ...SMALL, app: "com.fovea.form" } as const;
const AGREE = "I agree to the terms";
const AGREED = "id/terms checked";

test("a task that its condition proves is a success, with one more observation than actions", async () => {
  await using product = await startProduct(FORM);
  const plan = planOf("agree to the terms", "type the name");
  const type = (asked: string) => callOf("type", { ref: refOf(asked, "Given and family name"), text: "Ann Lee" });
  await using run = await startRun(product, { plans: [plan], calls: [tapOn(AGREE), type] });
  const result = await run.run({ expect: '"Ann Lee"', price: { input: 10, output: 100 } });
  assert.deepEqual([result.end, result.error, result.actions, result.observations], ["success", null, 2, 3]);
  assert.match(result.evidence.join(), /Ann Lee/);
  assert.deepEqual(result.usage, { calls: 3, inputTokens: 300, outputTokens: 60 });
  assert.equal(result.cost, 0.009);
  assert.deepEqual(
    run.events.map(({ kind }) => kind),
    ["plan", "step", "step"],
  );
  const nodes = run.lines("nodes.jsonl");
  assert.equal(nodes.filter(({ node }) => node === "perform_action_node").length, 2);
  for (const line of nodes)
    assert.deepEqual(Object.keys(line), ["node", "at", "ms", "inputs", "output", "decision", "tokens"]);
  const logged = nodes.filter(({ decision }) => decision !== "success").map(({ output }) => output);
  assert.ok(!JSON.stringify([logged, run.lines("actions.jsonl")]).includes("Ann Lee"), "the typed text is in no log");
  assert.ok(!existsSync(join(run.folder, "checkpoint.json")), "the checkpoint of an ended run is removed");
  const first = run.model.requests[0]?.texts.join("") ?? "";
  assert.match(first, /## screen\n<untrusted>\n[\s\S]*checkbox "I agree to the terms"[\s\S]*<\/untrusted>/);
});

test("a malformed plan is requested again once; then the run ends with PLAN_MALFORMED, and can resume", async () => {
  await using product = await startProduct(FORM);
  const plans = ["First I would look around.", "continue", planOf("agree"), "continue"];
  await using run = await startRun(product, { plans, calls: [tapOn(AGREE)] });
  const broken = await run.run({ expect: AGREED, price: { input: 10, output: 100 } });
  assert.deepEqual([broken.end, broken.error?.code, broken.isResumable], ["error", "PLAN_MALFORMED", true]);
  assert.match(run.model.requests[1]?.texts.at(-1) ?? "", /cannot be used: the answer is not one JSON value/);
  assert.deepEqual([broken.usage, broken.cost], [{ calls: 2, inputTokens: 200, outputTokens: 40 }, 0.006]);
  const spent = run.lines("nodes.jsonl").findLast(({ node }) => node === "planning_agent_node");
  assert.deepEqual(spent?.tokens, { inputTokens: 200, outputTokens: 40 });
  const mended = await run.run({ expect: AGREED });
  assert.deepEqual([mended.end, mended.actions, mended.usage.calls], ["success", 1, 4]);
  assert.equal(run.events[0]?.kind, "resumed");
});

test("a sensitive action is done only after a person's yes, and not after a no or where no person is there", async () => {
  await using product = await startGuarded({}, CHAT_PAGE, { app: SHOP });
  await using run = await startRun(product, {
    plans: [planOf("send it"), '{"finish": "sent"}'],
    calls: [tapOn("Send")],
  });
  const alone = await run.run();
  assert.deepEqual([alone.end, alone.isResumable, product.app.events], ["needs_person", true, []]);
  assert.match(alone.message, /Send/);
  const questions: string[] = [];
  const answer = (yes: boolean) => async (question: string) => {
    questions.push(question);
    return yes;
  };
  await using other = await startRun(product, { plans: [planOf("send it"), '{"fail": "no"}'], calls: [tapOn("Send")] });
  assert.equal((await other.run({ askPerson: answer(false) })).end, "failure");
  assert.deepEqual(product.app.events, []);
  const agreed = await run.run({ askPerson: answer(true) });
  assert.deepEqual([agreed.end, agreed.actions, product.app.events], ["finished", 1, ["tap Send"]]);
  assert.equal(questions.length, 2);
  const results = run.lines("actions.jsonl").flatMap(({ result }) => (result === undefined ? [] : [result]));
  assert.deepEqual(new Set(results.slice(0, -1)), new Set(["not done"]));
  assert.equal(typeof results.at(-1), "object");
});

test("a run that resumes in another app than before gets a new plan", async () => {
  await using product = await startGuarded({}, CHAT_PAGE, { app: SHOP });
  await using run = await startRun(product, {
    plans: [planOf("send it", "read it"), '{"fail": "another app"}'],
    calls: [tapOn("Send")],
  });
  assert.equal((await run.run()).end, "needs_person");
  const asked = run.model.requests.length;
  product.phone.hooks.open("com.fovea.notes");
  const result = await run.run({ askPerson: async () => true });
  assert.deepEqual(
    [result.end, result.message, product.app.events],
    ["failure", "the model says that it cannot be done", []],
  );
  const planner = run.model.requests[asked]?.texts.at(-1) ?? "";
  assert.match(planner, /The run stopped in the app com\.example\.shop, and goes on in com\.fovea\.notes/);
});

test("a run file that cannot be used is refused with the reason", async () => {
  await using product = await startProduct(FORM);
  await using run = await startRun(product, { plans: [planOf("agree")], calls: [tapOn(AGREE)] });
  for (const name of ["run.json", "actions.jsonl", "checkpoint.json"]) {
    rmSync(join(run.folder, name), { force: true });
    mkdirSync(join(run.folder, name));
    await assert.rejects(run.run(), {
      code: "AGENT_RUN_UNUSABLE",
      message: `${join(run.folder, name)} cannot be read: it is a folder`,
    });
    rmdirSync(join(run.folder, name));
  }
});

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { packageRoot } from "../../src/base/assets.js";
import { openTrace } from "../../src/trace/open-trace.js";
import { validateTrace } from "../../src/trace/validate-trace.js";
import { extensions } from "../../src/trace/x-fovea.js";
import { readRecorded } from "../support/recorded.js";

const EXAMPLES = join(packageRoot(), "protocol", "v0.1", "examples");

test("every example of the protocol is valid, and all its screenshots exist", async () => {
  const names = readdirSync(EXAMPLES);
  assert.ok(names.length >= 2);
  for (const name of names) {
    const validation = await validateTrace(await openTrace(join(EXAMPLES, name)));
    assert.deepEqual([name, validation.problems, validation.tornBytes], [name, [], 0]);
    assert.ok(validation.steps >= 3, name);
  }
});

test("the examples show a verdict of each step, a refusal, a removed password and text redacted by a pattern", () => {
  const account = readRecorded(join(EXAMPLES, "create-account"));
  assert.ok(account.steps.every((step) => extensions.step(step)?.verdict !== undefined));
  assert.ok(account.calls.some(({ result }) => result.error?.code === "ELEMENT_NOT_FOUND"));
  assert.ok(account.steps.some(({ action }) => action.text === "[redacted]"));
  assert.ok(!readFileSync(join(EXAMPLES, "create-account", "steps.jsonl"), "utf8").includes("correct horse"));
  const messages = readRecorded(join(EXAMPLES, "redacted-messages"));
  assert.ok(
    messages.steps.some(({ visual_state: { elements } }) => elements.some(({ text }) => text?.includes("[redacted]"))),
  );
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { requireMemory } from "../../src/tool-contract/require-memory.js";

test("what needs a memory says how to have one", async () => {
  await assert.rejects(requireMemory({}), { code: "MEMORY_OFF", hint: /--memory DIR/ });
});

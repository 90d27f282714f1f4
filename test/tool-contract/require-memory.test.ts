import assert from "node:assert/strict";
import { test } from "node:test";
import { requireMemory } from "../../src/tool-contract/require-memory.js";

test("MEMORY_OFF names the option that turns the memory on", async () => {
  await assert.rejects(requireMemory({}), { code: "MEMORY_OFF", hint: /--memory DIR/ });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTool } from "../../src/server/load-tool.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";

test("calls that wait for their tools get them in the order of the calls", async () => {
  const order: string[] = [];
  const names = ["batch", "tap", "observe", "tap", "list_devices", "batch"];
  await Promise.all(
    names.map(async (name) => {
      await loadTool(name);
      order.push(name);
    }),
  );
  assert.deepEqual(order, names);
});

test("every tool is in the file with its name", async () => {
  for (const tool of [...TOOLS, ...OPTIONAL_TOOLS]) assert.equal(await loadTool(tool.name), tool, tool.name);
  await assert.rejects(loadTool("no_such_tool"), { code: "ERR_MODULE_NOT_FOUND" });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ERROR_CODES } from "../../src/base/errors.js";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { fuzz } from "../support/fuzz.js";
import { howMany } from "../support/how-many.js";
import { connectMcp, type Reply } from "../support/mcp-link.js";
import { startProduct } from "../support/product.js";
import { tempFolder } from "../support/temp-folder.js";
import { argumentsOf } from "../support/tool-arguments.js";

const ALL = [...TOOLS, ...OPTIONAL_TOOLS];
const CODES = new Set(Object.keys(ERROR_CODES));
/** Arguments are echoed in refusals, and the longest one is 10,000 characters. */
const MOST_CHARS = 30_000;

/** The code of a refusal, null for an answer. Asserts that it is not a defect of ours, and no longer than it may be. */
function codeOf({ text, isError }: Reply): string | null {
  assert.ok(text.length <= MOST_CHARS, `${text.length} characters: ${text.slice(0, 300)}`);
  if (!isError) return null;
  const code = /^([A-Z_]+): /.exec(text)?.[1] ?? "";
  assert.ok(CODES.has(code), text);
  assert.notEqual(code, "INTERNAL", text);
  assert.match(text, /^[A-Z_]+: [^\n]*\nNext: [^\n]+(?:\nOn the screen:\n|$)/);
  return code;
}

test("any arguments of a tool are answered with a code, and never with the code of a defect", async () => {
  using memory = tempFolder();
  await using product = await startProduct({
    config: {
      takeAction: true,
      traceTools: true,
      manageApps: "allow",
      tools: TOOL_GROUPS,
      guard: "confirm",
      memory: memory.path,
    },
  });
  await using mcp = await connectMcp(product);
  for (const tool of ALL) {
    const property = fc.asyncProperty(argumentsOf(tool), async (args) => {
      codeOf(await mcp.call(tool.name, { device: "nobody", ...args }));
    });
    await fc.assert(property, fuzz(howMany(20, 60)));
  }
});

test("any arguments that reach a phone are answered with a code within the time of a call", async () => {
  using memory = tempFolder();
  await using product = await startProduct({
    app: "com.fovea.form",
    size: { width: 540, height: 1200 },
    density: 210,
    speed: 50,
    config: {
      takeAction: true,
      traceTools: true,
      manageApps: "allow",
      tools: TOOL_GROUPS,
      guard: "confirm",
      memory: memory.path,
    },
  });
  await using mcp = await connectMcp(product);
  for (const tool of ALL) {
    const property = fc.asyncProperty(argumentsOf(tool), async (args) => {
      const { timeout_ms: _, ...rest } = args;
      const patience = "timeout_ms" in args ? { timeout_ms: 100 } : {};
      const started = performance.now();
      codeOf(await mcp.call(tool.name, { ...rest, ...patience, device: product.serial }));
      assert.ok(performance.now() - started < 20_000);
    });
    await fc.assert(property, fuzz(howMany(2, 6)));
  }
  assert.deepEqual(product.device.log.defects, []);
});

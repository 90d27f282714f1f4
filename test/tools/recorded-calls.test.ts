import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as z from "zod";
import { TOOL_GROUPS } from "../../src/base/options/choices.js";
import { folderNameOf } from "../../src/recorder/trace-writer.js";
import { OPTIONAL_TOOLS, TOOLS } from "../../src/tools/tools.js";
import { drive } from "../support/drive.js";
import { exampleCalls } from "../support/every-call.js";

const ALL = [...TOOLS, ...OPTIONAL_TOOLS];

const DISPLAY = {
  ...{ size: "600x1000", density: 240, font_percent: 130, dark: "on", animations: "off", stay_awake: "on" },
  ...{ time_zone: "Asia/Kolkata", locale: "de-DE", package: "com.fovea.form" },
};

const recordedSchema = z.looseObject({ tool: z.string(), args: z.record(z.string(), z.unknown()) });

/** All calls in a line of a trace, at any depth. */
function callsIn(value: unknown): readonly z.infer<typeof recordedSchema>[] {
  if (typeof value !== "object" || value === null) return [];
  const own = recordedSchema.safeParse(value);
  return [...(own.success ? [own.data] : []), ...Object.values(value).flatMap(callsIn)];
}

test("the call that a trace records for each action is accepted by its tool", async () => {
  const config = { tools: TOOL_GROUPS, traceTools: true } as const;
  await using driven = await drive({ app: "com.fovea.form", config });
  const acting = OPTIONAL_TOOLS.filter(({ group, kind }) => group !== undefined && kind !== "read");
  await driven.did("start_trace", { name: "acts" });
  await driven.did("display", DISPLAY);
  // Those that this phone refuses leave no step.
  for (const [name, args] of exampleCalls(acting, [])) await driven.mcp.call(name, args);
  await driven.did("stop_trace");
  const folder = join(driven.product.config.outputDir, "traces", "acts", folderNameOf(driven.product.serial));
  const lines = readFileSync(join(folder, "steps.jsonl"), "utf8").trim().split("\n");
  const calls = lines.flatMap((line) => callsIn(JSON.parse(line)));
  assert.ok(calls.length >= 5, `${calls.length} calls`);
  const wrong = calls.flatMap(({ tool, args }) => {
    const read = ALL.find(({ name }) => name === tool)?.input.safeParse(args);
    return read?.success ? [] : [`${tool} ${JSON.stringify(args)}: ${read?.error.message ?? "no such tool"}`];
  });
  assert.deepEqual(wrong, []);
  assert.deepEqual(calls.find(({ tool }) => tool === "display")?.args, DISPLAY);
});

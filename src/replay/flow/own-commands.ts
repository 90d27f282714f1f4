import * as z from "zod";
import { type CommandReader, reader } from "./command-reader.js";
import { app, integer } from "./flow-fields.js";

/*
 * Commands that Maestro does not have; they are allowed if the flow's head has `fovea`.
 */

const percent = z
  .string()
  .refine((given) => /^\d{1,3}(?:\.\d+)?$/.test(given) && Number(given) <= 100, "0 to 100 is expected")
  .transform(Number);

const performanceFields = z.strictObject({
  appId: app,
  start_ms: integer(1, 600_000).optional(),
  jank_percent: percent.optional(),
  memory_mb: integer(1, 1_000_000).optional(),
});

const assertPerformance = reader(performanceFields, ({ appId, start_ms, jank_percent, memory_mb }) => {
  if (start_ms === undefined && jank_percent === undefined && memory_mb === undefined)
    return "at least one of start_ms, jank_percent and memory_mb is expected";
  return {
    kind: "performance",
    appId,
    mostStartMs: start_ms ?? null,
    mostJankPercent: jank_percent ?? null,
    mostMemoryMb: memory_mb ?? null,
  };
});

export const OWN_COMMANDS: Readonly<Record<string, CommandReader>> = { assertPerformance };

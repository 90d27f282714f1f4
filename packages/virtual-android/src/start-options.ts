import { z } from "zod";
import { FoveaError } from "../../../src/base/errors.js";
import { issueWords, problemsIn } from "../../../src/base/zod-words.js";

/** A side of a panel; the limits include all phones, tablets and televisions. */
const side = z.int().min(100).max(10_000);
const port = z.int().min(0).max(65_535).nullable().optional();

/** The type of each option's value. The code that uses an option checks names and numbers. */
const schema = z.strictObject({
  api: z.number().optional(),
  app: z.string().optional(),
  profile: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  lock: z.enum(["none", "swipe", "pin"]).optional(),
  rotation: z.int().min(0).max(3).optional(),
  size: z.strictObject({ width: side, height: side }).optional(),
  density: z.number().min(72).max(1_000).optional(),
  animationScale: z.number().min(0).max(100).optional(),
  seed: z.int().optional(),
  serial: z
    .string()
    .regex(/^[\w.:-]{1,64}$/, "it has to be 1 to 64 letters, digits or signs out of . : _ -")
    .optional(),
  faults: z.array(z.unknown()).optional(),
  speed: z.number().optional(),
  adbServerPort: port,
  adbdPort: port,
});

/** Refuses unknown options, and values of a wrong type. Errors: INVALID_ARGUMENT, with the reason. */
export function requireStartOptions(options: unknown): void {
  const read = schema.safeParse(options, { error: issueWords });
  if (!read.success) throw new FoveaError("INVALID_ARGUMENT", `options: ${problemsIn(read.error, "all of it")}`);
}

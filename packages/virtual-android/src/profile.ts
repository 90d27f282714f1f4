import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { assetPath } from "../../../src/base/assets.js";
import { FoveaError } from "../../../src/base/errors.js";
import { issueWords, problemsIn } from "../../../src/base/zod-words.js";

const milliseconds = z.number().min(0);

/** A fixed delay, or a log-normal one with the percentiles `p50` and `p95`, never below `min`. */
const delaySchema = z.union([
  z.strictObject({ fixed: milliseconds }),
  z
    .strictObject({ min: milliseconds, p50: milliseconds.positive(), p95: milliseconds.positive() })
    .refine((delay) => delay.min <= delay.p50 && delay.p50 <= delay.p95, "needs min ≤ p50 ≤ p95"),
]);

const cites = z.string().min(1).describe("where the figure comes from, for example `android.md 5.1 [rep]`");

const bytesPerSecond = z.number().positive().nullable().describe("null: not limited");

const commandCostSchema = z.strictObject({
  command: z.array(z.string().min(1)).min(1).describe('leading arguments, for example ["dumpsys","window"]'),
  minApi: z.number().int().optional(),
  maxApi: z.number().int().optional(),
  delayMs: delaySchema,
  inBinder: z.boolean().optional().describe("waits in a call that a hang-up does not interrupt (android.md 9.5)"),
  cites,
});

/** The costs on one kind of phone and link: `assets/virtual-device/profiles/*.json`. */
export const profileSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  link: z.strictObject({
    latencyMs: delaySchema.describe("one way, per service and per answer"),
    toHostBytesPerSecond: bytesPerSecond,
    toDeviceBytesPerSecond: bytesPerSecond,
    cites,
  }),
  process: z.strictObject({ delayMs: delaySchema, cites }).describe("fork and exec of a native program"),
  script: z.strictObject({ delayMs: delaySchema, cites }).describe("start of an app_process program"),
  commands: z.array(commandCostSchema),
  onDevice: z
    .strictObject({
      roundTripMs: delaySchema.describe("a call into an app for up to 50 nodes, Android 13 on"),
      oldRoundTripMs: delaySchema.describe("the same before Android 13"),
      screenshotMs: delaySchema,
      cites,
    })
    .optional()
    .describe("the companion; it costs nothing where this is absent"),
  boot: z.strictObject({ offlineMs: delaySchema, cites }).describe("from the reboot to adbd's next answer"),
});

/** See profileSchema. */
export type Profile = z.infer<typeof profileSchema>;
/** A distribution of times in milliseconds. */
export type Delay = z.infer<typeof delaySchema>;
/** The cost of one program. */
export type CommandCost = z.infer<typeof commandCostSchema>;

/** Checks a profile that was read from JSON. Errors: INVALID_ARGUMENT, with the position of the mistake. */
export function parseProfile(json: unknown, where: string): Profile {
  const result = profileSchema.safeParse(json, { error: issueWords });
  if (result.success) return result.data;
  throw new FoveaError(
    "INVALID_ARGUMENT",
    `${where} is not a cost profile: ${problemsIn(result.error, "the profile")}`,
  );
}

/** Reads a profile file. Errors: INVALID_ARGUMENT. */
export function readProfile(path: string): Profile {
  try {
    return parseProfile(JSON.parse(readFileSync(path, "utf8")), path);
  } catch (error) {
    if (error instanceof FoveaError) throw error;
    throw new FoveaError("INVALID_ARGUMENT", `${path} cannot be read as a cost profile`, { cause: error });
  }
}

/** The names of the profiles in the package. */
export function profileNames(): readonly string[] {
  return readdirSync(assetPath("virtual-device", "profiles"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

/** The profiles that were already read. */
const bundled = new Map<string, Profile>();

/** A profile of the package, for example `instant`. Errors: INVALID_ARGUMENT for an unknown name. */
export function bundledProfile(name: string): Profile {
  const known = bundled.get(name);
  if (known) return known;
  if (!profileNames().includes(name)) {
    throw new FoveaError("INVALID_ARGUMENT", `no cost profile "${name}"; there are ${profileNames().join(", ")}`);
  }
  const profile = readProfile(assetPath("virtual-device", "profiles", `${name}.json`));
  bundled.set(name, profile);
  return profile;
}

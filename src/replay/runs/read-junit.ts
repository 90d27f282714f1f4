import { XMLParser } from "fast-xml-parser";
import * as z from "zod";

/** One run of a flow, or one replay of a trace, read from a JUnit file that Fovea wrote. */
export interface PastRun {
  /** File and name, which are the same in each run. */
  readonly key: string;
  readonly name: string;
  readonly file: string;
  /** The start of the run, in ms since the epoch. */
  readonly at: number;
  /** The tested build, as `--build` named it; null without that option. */
  readonly build: string | null;
  readonly device: string | null;
  readonly outcome: "passed" | "flaky" | "failed" | "skipped";
  readonly durationMs: number;
  /** Failed steps, one for each attempt: `login.yaml:12 tapOn "Save"`. */
  readonly failedSteps: readonly string[];
  /** Steps whose element was found by other words than the stored ones. */
  readonly healedSteps: readonly string[];
}

/** Reads a JUnit file; null if it is not one. Cases of other programs are read as far as possible. */
export function readJunit(xml: string): readonly PastRun[] | null {
  const parsed = parse(xml);
  if (parsed === null) return null;
  return parsed.flatMap((suite) =>
    suite.name === "flows" ? suite.cases.map((one) => flowRun(suite, one)) : [traceRun(suite)],
  );
}

const some = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .unknown()
    .optional()
    .transform((given) => (given === undefined ? [] : Array.isArray(given) ? given : [given]))
    .pipe(z.array(item));
/** An empty tag is read as an empty text. */
const filled = <Item extends z.ZodType>(item: Item) => z.preprocess((given) => (given === "" ? {} : given), item);
const propertySchema = z.object({ "@_name": some, "@_value": some.default("") });
const propertiesSchema = z
  .union([z.literal(""), z.object({ property: listOf(propertySchema) })])
  .optional()
  .transform((given) => (given === undefined || given === "" ? [] : given.property));
const problemSchema = z.union([some.transform((text) => ({ "#text": text })), z.object({ "#text": some.default("") })]);
const caseSchema = z.object({
  "@_name": some.default(""),
  "@_classname": some.default(""),
  "@_file": some.optional(),
  "@_time": some.default("0"),
  properties: propertiesSchema,
  failure: listOf(problemSchema),
  error: listOf(problemSchema),
  flakyFailure: listOf(problemSchema),
  rerunFailure: listOf(problemSchema),
  skipped: z.unknown().optional(),
  "system-out": some.default(""),
});
const suiteSchema = z.object({
  "@_name": some.default(""),
  "@_file": some.optional(),
  "@_timestamp": some.default(""),
  "@_time": some.default("0"),
  properties: propertiesSchema,
  testcase: listOf(filled(caseSchema)),
});
const fileSchema = z.object({
  testsuites: z.union([z.literal(""), z.object({ testsuite: listOf(filled(suiteSchema)) })]),
});

type Case = z.output<typeof caseSchema>;

interface Suite {
  readonly name: string;
  readonly file: string;
  readonly at: number;
  readonly durationMs: number;
  readonly properties: ReadonlyMap<string, string>;
  readonly cases: readonly Case[];
}

function parse(xml: string): readonly Suite[] | null {
  const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, parseAttributeValue: false });
  try {
    const { testsuites } = fileSchema.parse(parser.parse(xml));
    return (testsuites === "" ? [] : testsuites.testsuite).map((suite) => ({
      name: suite["@_name"],
      file: suite["@_file"] ?? "",
      at: Date.parse(suite["@_timestamp"]) || 0,
      durationMs: msOf(suite["@_time"]),
      properties: mapOf(suite.properties),
      cases: suite.testcase,
    }));
  } catch {
    return null; // not a JUnit file
  }
}

function mapOf(properties: readonly z.output<typeof propertySchema>[]): ReadonlyMap<string, string> {
  return new Map(properties.map((one) => [one["@_name"], one["@_value"]]));
}

function flowRun({ at, properties }: Suite, one: Case): PastRun {
  const own = mapOf(one.properties);
  const problems = [...one.failure, ...one.error];
  const earlier = [...one.flakyFailure, ...one.rerunFailure];
  return {
    key: `${one["@_classname"]} ${one["@_name"]}`,
    name: one["@_name"],
    file: one["@_file"] ?? one["@_classname"],
    at,
    build: properties.get("build") ?? null,
    device: own.get("device") ?? null,
    outcome: outcomeOf(one, problems.length > 0, one.flakyFailure.length > 0),
    durationMs: msOf(one["@_time"]),
    failedSteps: [...earlier, ...problems].map(whereOf),
    healedSteps: [],
  };
}

function outcomeOf({ skipped }: Case, hasFailed: boolean, isFlaky: boolean): PastRun["outcome"] {
  if (hasFailed) return "failed";
  if (skipped !== undefined) return "skipped";
  return isFlaky ? "flaky" : "passed";
}

/** The first line of a failure's text names the step. */
function whereOf({ "#text": text }: z.output<typeof problemSchema>): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

/** A replay of a trace: each step is a case. */
function traceRun({ name, file, at, durationMs, properties, cases }: Suite): PastRun {
  const failed = cases.filter((one) => one.failure.length > 0 || one.error.length > 0);
  const healed = cases.filter((one) => /^healed$/m.test(one["system-out"]));
  return {
    key: `${file} ${name}`,
    name,
    file,
    at,
    build: properties.get("build") ?? null,
    device: properties.get("device") ?? null,
    outcome: failed.length > 0 ? "failed" : "passed",
    durationMs,
    failedSteps: failed.map((one) => one["@_name"]),
    healedSteps: healed.map((one) => one["@_name"]),
  };
}

function msOf(seconds: string): number {
  const value = Number(seconds);
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1_000) : 0;
}

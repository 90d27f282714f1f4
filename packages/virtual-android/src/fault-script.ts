import { z } from "zod";
import { FoveaError } from "../../../src/base/errors.js";
import { issueWords, problemsIn } from "../../../src/base/zod-words.js";

const bytes = z.number().int().min(0);
const milliseconds = z.number().min(0);

/**
 * The kinds of faults. In a service, every kind affects the stream; in a command, the process and its output; in a
 * request to the companion, the bytes of its answer (`kill`: the process; `fail`: the answer is INTERNAL).
 * - `hang`: no answer for `forMs`, then a normal one; without `forMs` never. `inBinder`: SIGHUP does not end it, and
 *   `dumpsys` gives up after its own time limit (`-t`, `-T`, else 10 s), as the real one does.
 * - `fail`: a command prints `stderr` and exits with `status`; a service is refused.
 * - `truncate`: the output ends after `bytes` bytes; the stream of a service is then closed.
 * - `garbage`: every byte of the output is replaced by a seeded random byte.
 * - `prefix`: `stdout` and `stderr` come before the real output; for a program, the bytes of `base64` come before both.
 * - `flood`: `bytes` bytes of filler instead of the real output.
 * - `slow`: the output comes at `bytesPerSecond`.
 * - `delay`: it starts `ms` later.
 * - `kill`: SIGKILL kills the process after `afterMs` (the stream of a service is closed).
 * - `disconnect`: the transport drops after `afterBytes` bytes of output.
 * - `offline`: the transport drops, and the device stays offline for `forMs`.
 * - `reboot`: the device reboots.
 */
const faultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("hang"), forMs: milliseconds.optional(), inBinder: z.boolean().optional() }),
  z.strictObject({ kind: z.literal("fail"), status: z.number().int().min(0).max(255), stderr: z.string() }),
  z.strictObject({ kind: z.literal("truncate"), bytes }),
  z.strictObject({ kind: z.literal("garbage") }),
  z.strictObject({
    kind: z.literal("prefix"),
    base64: z.base64().optional(),
    stdout: z.string().optional(),
    stderr: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal("flood"), bytes }),
  z.strictObject({ kind: z.literal("slow"), bytesPerSecond: z.number().positive() }),
  z.strictObject({ kind: z.literal("delay"), ms: milliseconds }),
  z.strictObject({ kind: z.literal("kill"), afterMs: milliseconds }),
  z.strictObject({ kind: z.literal("disconnect"), afterBytes: bytes.optional() }),
  z.strictObject({ kind: z.literal("offline"), forMs: milliseconds }),
  z.strictObject({ kind: z.literal("reboot") }),
]);

const ruleSchema = z.strictObject({
  service: z.string().optional().describe("regular expression on the service as asked for"),
  command: z.string().optional().describe("regular expression on the arguments of a program, joined by blanks"),
  request: z
    .string()
    .optional()
    .describe("regular expression on a request to the companion: host and method, for example `service snapshot`"),
  from: z.number().int().min(1).optional().describe("the first occurrence that it strikes; 1 if absent"),
  times: z.number().int().min(1).optional().describe("how many it strikes from there; all if absent"),
  fault: faultSchema,
});

/** A list of rules, as JSON. */
export const faultScriptSchema = z
  .array(ruleSchema.refine((rule) => namesOf(rule).every(isPattern), "not a regular expression"))
  .refine(
    (rules) => rules.every((rule) => namesOf(rule).length === 1),
    "each rule names either a service, a command or a request",
  )
  .refine(
    (rules) => rules.every((rule) => rule.request === undefined || REQUEST_FAULTS.has(rule.fault.kind)),
    "a request cannot fail this way",
  );

/** Kinds of faults that an answer of the companion can have. */
const REQUEST_FAULTS: ReadonlySet<string> = new Set([
  "hang",
  "fail",
  "truncate",
  "garbage",
  "prefix",
  "flood",
  "delay",
  "kill",
  "disconnect",
]);

/** See faultSchema. */
export type Fault = z.infer<typeof faultSchema>;
/** The faulty target, and when the fault occurs. */
export type FaultRule = z.infer<typeof ruleSchema>;

/** A stream that adbd opens, a program that starts, or a request to the companion. */
export type FaultTarget = "service" | "command" | "request";

interface ActiveRule {
  readonly rule: FaultRule;
  readonly target: FaultTarget;
  readonly pattern: RegExp;
  seen: number;
}

/** The active rules, which can be changed at any time. The first rule that applies wins. */
export class FaultScript {
  #rules: ActiveRule[] = [];

  constructor(rules: readonly FaultRule[] = []) {
    this.set(rules);
  }

  /** Replaces all rules, and restarts the count of occurrences. Errors: INVALID_ARGUMENT. */
  set(rules: readonly FaultRule[]): void {
    this.#rules = parseFaultScript(rules).map(activate);
  }

  /** Adds one rule after all others. Gives the function that removes the rule. Errors: INVALID_ARGUMENT. */
  add(rule: FaultRule): () => void {
    const added = parseFaultScript([rule]).map(activate);
    this.#rules.push(...added);
    return () => {
      this.#rules = this.#rules.filter((active) => !added.includes(active));
    };
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault for this occurrence; null for none. Every rule that matches counts the occurrence. */
  faultFor(target: FaultTarget, text: string): Fault | null {
    let struck: Fault | null = null;
    for (const active of this.#rules) {
      if (active.target !== target || !active.pattern.test(text)) continue;
      active.seen += 1;
      if (struck === null && isDue(active)) struck = active.rule.fault;
    }
    return struck;
  }
}

/** Checks a fault script that was read from JSON. Errors: INVALID_ARGUMENT. */
export function parseFaultScript(json: unknown): readonly FaultRule[] {
  const result = faultScriptSchema.safeParse(json, { error: issueWords });
  if (result.success) return result.data;
  throw new FoveaError("INVALID_ARGUMENT", `not a fault script: ${problemsIn(result.error, "the script")}`);
}

function activate(rule: FaultRule): ActiveRule {
  const target = rule.service !== undefined ? "service" : rule.command !== undefined ? "command" : "request";
  return { rule, target, pattern: new RegExp(namesOf(rule)[0] ?? "", "s"), seen: 0 };
}

function isDue({ rule, seen }: ActiveRule): boolean {
  const from = rule.from ?? 1;
  return seen >= from && seen < from + (rule.times ?? Number.POSITIVE_INFINITY);
}

function namesOf({ service, command, request }: FaultRule): readonly string[] {
  return [service, command, request].filter((name) => name !== undefined);
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "s") instanceof RegExp;
  } catch {
    return false;
  }
}

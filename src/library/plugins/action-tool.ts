import * as z from "zod";
import { screenAfter } from "../../answers/act-answer.js";
import { FoveaError, toFoveaError } from "../../base/errors.js";
import { abortable } from "../../base/signals.js";
import { issueWords } from "../../base/zod-words.js";
import { deviceField } from "../../tool-contract/fields.js";
import { type DataTool, defineTool, type ToolContext } from "../../tool-contract/tool.js";
import { view } from "../../tools/batch.js";
import { ConnectedPhone } from "../connected-phone.js";
import { inWordsOfTools } from "../program-words.js";
import type { ActionDefinition, ActionField, ActionFields, ActionPhone, ActionResult } from "../types.js";

const DEADLINE_MS = 58_000;

/**
 * An action of a plug-in as a tool. The whole action is one turn among the actions, and acts on the phone by the same
 * functions as any other caller. Errors: those of its calls; PLUGIN_FAILED if it throws anything else, does not end, or
 * gives data that `returns` does not allow.
 */
export function actionTool(source: string, definition: ActionDefinition): DataTool<unknown> {
  const { name, purpose, schema, returns, example } = definition;
  const gives = Object.entries(returns).map(([key, { type }]) => `${key} (${type})`);
  return defineTool({
    name,
    title: name,
    description: `${purpose} Gives ${gives.join(", ") || "nothing"}. E.g. ${JSON.stringify(example)}`,
    kind: "act",
    destructive: true,
    idempotent: false,
    deadlineMs: DEADLINE_MS,
    input: z.strictObject({ device: deviceField, ...shapeOf(schema) }),
    run: async ({ device, ...args }, context, signal) => {
      const session = await context.session(device, signal);
      return await session.acts.run(async () => {
        const reported = session.lastReported;
        // The caller is not shown the screens of this action before it ends: until then its refs mean the same as
        // before.
        const inner = session.as(session.caller.midCall());
        const own: ToolContext = { ...context, session: async () => inner, progress: () => {} };
        const phone = new ConnectedPhone({
          context: own,
          serial: session.device.serial,
          signal,
          close: async () => {},
        });
        const given = await perform({ source, definition, args, phone }, signal);
        return { result: checked(source, definition, given), lines: phone.lines(), seen: view(session, reported) };
      }, signal);
    },
    render: ({ result, lines, seen }) => ({
      text: [`${name}: ${JSON.stringify(result)}`, ...lines, ...(seen.after ? [screenAfter(seen)] : [])].join("\n"),
    }),
    toJson: ({ result, seen }) => ({ result, observation: seen.after }),
  });
}

interface Called {
  readonly source: string;
  readonly definition: ActionDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  readonly phone: ConnectedPhone;
}

async function perform({ source, definition, args, phone }: Called, signal: AbortSignal): Promise<unknown> {
  const named = `the action ${definition.name} of the plug-in ${source}`;
  const given = argsSchema.parse(args);
  try {
    const work = Promise.resolve().then(async () => await definition.run(given, actionPhone(phone), signal));
    return await abortable(work, signal);
  } catch (cause) {
    if (signal.aborted) {
      const why = toFoveaError(signal.reason);
      const message = `${named} did not end: ${why.message}`;
      throw new FoveaError(codeOf(why), message, {
        mayHaveHappened: true,
        cause,
      });
    }
    if (cause instanceof FoveaError)
      throw inWordsOfTools(cause).with({ mayHaveHappened: cause.context.mayHaveHappened ?? phone.lines().length > 0 });
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new FoveaError("PLUGIN_FAILED", `${named} threw: ${why}`, { mayHaveHappened: true, cause });
  }
}

/**
 * The code for an action that the signal ended. The time limit is a failure of the plug-in; an abort with a value that
 * is not coded counts as cancelled.
 */
function codeOf({ code }: FoveaError): FoveaError["code"] {
  if (code === "TIMEOUT") return "PLUGIN_FAILED";
  return code === "INTERNAL" ? "CANCELLED" : code;
}

const NOT_ITS: ReadonlySet<PropertyKey> = new Set(["close", "apps", "adb", "actions", "debug", Symbol.asyncDispose]);

/** The phone without the members that an action must not use; a program without types cannot reach them either. */
function actionPhone(phone: ConnectedPhone): ActionPhone {
  const has = (key: PropertyKey) => !NOT_ITS.has(key) && Reflect.has(phone, key);
  return new Proxy({} as ActionPhone, {
    has: (_, key) => has(key),
    get: (_, key) => {
      const value: unknown = has(key) ? Reflect.get(phone, key) : undefined;
      return typeof value === "function" ? value.bind(phone) : value;
    },
  });
}

const argsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

function checked(source: string, { name, returns }: ActionDefinition, given: unknown): ActionResult {
  const parsed = z.strictObject(shapeOf(returns)).safeParse(given, { error: issueWords });
  if (parsed.success) return parsed.data;
  const why = parsed.error.issues.map((issue) => `${issue.path.join(".") || "result"}: ${issue.message}`).join("; ");
  const message = `the action ${name} of the plug-in ${source} returned something that its schema does not allow: ${why}`;
  throw new FoveaError("PLUGIN_FAILED", message, { mayHaveHappened: true });
}

/** Fields as a zod shape. */
export function shapeOf(fields: ActionFields): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, one]) => {
      const type = typeOf(one).describe(one.description);
      return [key, one.optional === true ? type.optional() : type];
    }),
  );
}

/** Long enough for any text that models pass on. */
const LONGEST = 20_000;
const LARGEST = 1_000_000_000;

function typeOf({ type, choices }: ActionField): z.ZodType {
  switch (type) {
    case "string":
      return choices ? z.enum(choices) : z.string().max(LONGEST);
    case "integer":
      return z.int().min(-LARGEST).max(LARGEST);
    case "number":
      return z.number();
    case "boolean":
      return z.boolean();
  }
}

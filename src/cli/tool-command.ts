import * as z from "zod";
import { openFovea } from "../app/open-app.js";
import type { FlagValues } from "../base/config.js";
import { printable } from "../base/printable.js";
import type { Question } from "../server/confirm.js";
import { type Call, outcomeOf, runCall } from "../server/run-call.js";
import { toolContext } from "../server/tool-context.js";
import { documentedSchema } from "../server/tool-schema.js";
import { markFields } from "../tool-contract/mark-options.js";
import type { AnyTool, ToolOutcome } from "../tool-contract/tool.js";
import { type Command, type CommandLine, readCommandLine, UsageError } from "./command.js";
import { AGREES, confirmOnTerminal } from "./confirm-on-terminal.js";
import { EXIT, printJson, printText } from "./output.js";
import { pluginsOf } from "./plugins.js";

/**
 * A tool as a command. Positional words fill the fields `words`; every other field is a flag with the same name and
 * dashes. `needed` is a field that the command requires. The output is the tool's text, or with --json its data.
 */
export function toolCommand(
  tool: AnyTool,
  name: string,
  words: readonly string[],
  needed: string | null = null,
): Command {
  return async (call, signal) => {
    const line = readCommandLine(call, toolFlags(tool), words.length);
    if (line.flags["help"]) {
      printText(line.terminal, usage(tool, name, words));
      return EXIT.done;
    }
    const fields = fieldsOf(tool, line, words);
    if (needed !== null && fields[needed] === undefined)
      throw new UsageError(`fovea ${name} needs ${needed.toUpperCase()}`);
    return await runTool(tool, line, fields, signal);
  };
}

/** Makes one call and prints its text or data. */
export async function runTool(
  tool: AnyTool,
  line: CommandLine,
  fields: Record<string, unknown>,
  signal: AbortSignal,
): Promise<number> {
  const outcome = await callOnce(tool, line, fields, signal);
  if (line.flags["json"]) printJson(line.terminal, outcome.toJson());
  else printText(line.terminal, outcome.answer.text);
  return EXIT.done;
}

/** A tool that can be called: any tool, or one whose data a command uses. */
type CalledTool<Outcome extends ToolOutcome> = Call<Outcome, never>["tool"];

/** Makes one call in its own app. */
export async function callOnce<Outcome extends ToolOutcome>(
  tool: CalledTool<Outcome>,
  line: CommandLine,
  fields: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Outcome> {
  return await inOneApp(line, tool.name, async (call) => await call(tool, fields, signal), signal);
}

/** Makes a call of a tool. */
type MakeCall = <Outcome extends ToolOutcome>(
  tool: CalledTool<Outcome>,
  fields: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<Outcome>;

/** Makes several calls in one app: work that one call begins continues until a later one, and ends with the app. */
export async function inOneApp<Result>(
  { terminal, config, flags }: CommandLine,
  name: string,
  work: (call: MakeCall) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const entry = terminal.isInteractive ? "terminal" : "command";
  const plugins = await pluginsOf(config);
  await using app = await openFovea(config, {
    keepsScreens: true,
    program: `fovea ${name}`,
    entry,
    ...(plugins && { plugins }),
  });
  const agree = async ({ question }: Question) => {
    if (flags["yes"] !== true) await confirmOnTerminal(question, terminal, signal);
    return null;
  };
  const gate = app.guard.newGate();
  const ask = async ({ question }: Question) => {
    await confirmOnTerminal(question, terminal, signal, AGREES.guard);
    return null;
  };
  const asker = { canAsk: terminal.isInteractive, isAnswered: false, ask };
  const guarded = { gate, asker, pending: null, owner: null };
  const context = toolContext({ ...app, gate }, () => {});
  return await work(
    async <Outcome extends ToolOutcome>(
      tool: CalledTool<Outcome>,
      raw: Record<string, unknown>,
      limit: AbortSignal,
    ) => {
      try {
        return outcomeOf(await runCall<Outcome, never>({ tool, raw, context, agree, guarded }, limit));
      } finally {
        for (const line of app.recorder.takeNotices()) terminal.errors.write(`${printable(line)}\n`);
      }
    },
  );
}

type FlagType = "string" | "boolean";

/**
 * Fields that are not flags. `--device` is an option of all commands. Images are for models; some commands have an
 * option that writes them to a file. Steps are not plain words. A command always prints whole screens.
 */
const NOT_FLAGS: ReadonlySet<string> = new Set(["device", "image", "full", "steps", ...Object.keys(markFields)]);

function fieldTypes(tool: AnyTool): readonly { readonly field: string; readonly json: Record<string, unknown> }[] {
  const fields = Object.entries(documentedSchema(tool).properties);
  return fields.flatMap(([field, json]) => (NOT_FLAGS.has(field) ? [] : [{ field, json }]));
}

export function toolFlags(tool: AnyTool) {
  const own = fieldTypes(tool).map(({ field, json }) => {
    const type: FlagType = json["type"] === "boolean" ? "boolean" : "string";
    return [flagName(field), { type, multiple: json["type"] === "array" }] as const;
  });
  const yes = tool.prepare ? { yes: { type: "boolean" as const } } : {};
  return { ...Object.fromEntries(own), ...yes, json: { type: "boolean" as const }, help: { type: "boolean" as const } };
}

function flagName(field: string): string {
  return field.replaceAll("_", "-");
}

export function fieldsOf(tool: AnyTool, line: CommandLine, words: readonly string[]): Record<string, unknown> {
  const types = fieldTypes(tool);
  const fromWords = words.flatMap((field, index) => {
    const word = line.positionals[index];
    const json = types.find((one) => one.field === field)?.json ?? {};
    return word === undefined ? [] : [[field, wordValue(word, json, field.toUpperCase())] as const];
  });
  const fromFlags = types.flatMap(({ field, json }) => flagField(field, json, line.flags));
  return Object.fromEntries([...fromFlags, ...fromWords]);
}

function flagField(
  field: string,
  json: Record<string, unknown>,
  flags: FlagValues,
): readonly (readonly [string, unknown])[] {
  const value = flags[flagName(field)];
  return value === undefined ? [] : [[field, wordValue(value, json, `--${flagName(field)}`)]];
}

/** The value of a word for its field. Errors: UsageError. */
function wordValue(value: FlagValues[string], json: Record<string, unknown>, name: string): unknown {
  if (json["type"] === "number" && typeof value === "string") {
    if (!/^\d+(?:\.\d+)?$/.test(value)) throw new UsageError(`${name} has to be a number`);
    return Number(value);
  }
  if (json["type"] !== "integer") return value;
  if (typeof value !== "string" || !/^\d+$/.test(value)) throw new UsageError(`${name} has to be a whole number`);
  return Number(value);
}

/** The placeholder after a flag in the help: its choices, a number or a text; empty for a boolean. */
function placeholder(json: Record<string, unknown>): string {
  const inner = z.object({ items: z.looseObject({}) }).safeParse(json).data?.items ?? json;
  const choices = z.array(z.string()).safeParse(inner["enum"]).data;
  if (json["type"] === "boolean") return "";
  if (choices) return ` ${choices.join("|")}`;
  return json["type"] === "integer" || json["type"] === "number" ? " N" : " TEXT";
}

export function usage(tool: AnyTool, name: string, words: readonly string[], more = ""): string {
  const shown = words.map((word) => `[${word.toUpperCase()}]`).join(" ");
  const fields = fieldTypes(tool).filter(({ field }) => !words.includes(field));
  const rows = [
    ...fields.map(({ field, json }) => [`--${flagName(field)}${placeholder(json)}`, String(json["description"] ?? "")]),
    ...(tool.prepare ? [["--yes", "Do it without asking on the terminal"]] : []),
    ["--json", "The result as data, for programs"],
  ];
  const widest = Math.max(...rows.map(([flag = ""]) => flag.length));
  const own = rows.map(([flag = "", about]) => `  ${flag.padEnd(widest)}  ${about}`.trimEnd()).join("\n");
  return `fovea ${name}${shown === "" ? "" : ` ${shown}`} [--json]\n${tool.description}\n\n${own}${more}`;
}

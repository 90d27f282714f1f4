import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { openApp } from "../app/open-app.js";
import type { FlagValues } from "../base/config.js";
import type { Question } from "../server/confirm.js";
import { outcomeOf, runCall } from "../server/run-call.js";
import { toolContext } from "../server/tool-context.js";
import { documentedSchema } from "../server/tool-schema.js";
import { batch as batchTool } from "../tools/batch.js";
import { clearAppData } from "../tools/clear-app-data.js";
import { find as findTool } from "../tools/find.js";
import { installApp } from "../tools/install-app.js";
import { listDevices } from "../tools/list-devices.js";
import { markFields } from "../tools/mark-wish.js";
import { openApp as openAppTool } from "../tools/open-app.js";
import { openUrl } from "../tools/open-url.js";
import { pressKey } from "../tools/press-key.js";
import { swipe as swipeTool } from "../tools/swipe.js";
import { takeAction } from "../tools/take-action.js";
import { tap as tapTool } from "../tools/tap.js";
import type { AnyTool, ToolOutcome } from "../tools/tool.js";
import { typeText } from "../tools/type-text.js";
import { uninstallApp } from "../tools/uninstall-app.js";
import { verify as verifyTool } from "../tools/verify.js";
import { waitFor } from "../tools/wait-for.js";
import { type Command, type CommandLine, readCommandLine, UsageError } from "./command.js";
import { confirmOnTerminal } from "./confirm-on-terminal.js";
import { optionsHelp } from "./options-help.js";
import { EXIT, printJson, printText } from "./output.js";

/**
 * The tools as commands: positional words fill the fields named, every other field is a flag of the same name with
 * dashes. Output is the tool's text, or with --json its data.
 */
function toolCommand(tool: AnyTool, name: string, words: readonly string[]): Command {
  return async (call, signal) => {
    const line = readCommandLine(call, toolFlags(tool), words.length);
    if (line.flags["help"]) {
      printText(line.terminal, usage(tool, name, words));
      return EXIT.done;
    }
    return await runTool(tool, line, fieldsOf(tool, line, words), signal);
  };
}

async function runTool(
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

/** One call in an app of its own. */
export async function callOnce(
  tool: AnyTool,
  { terminal, config, flags }: CommandLine,
  fields: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  await using app = await openApp(config, { keepsScreens: true, program: `fovea ${tool.name}` });
  const agree = async ({ question }: Question) => {
    if (flags["yes"] !== true) await confirmOnTerminal(question, terminal, signal);
    return null;
  };
  const context = toolContext(app, () => {});
  return outcomeOf(await runCall<ToolOutcome, never>({ tool, raw: fields, context, agree }, signal));
}

type FlagType = "string" | "boolean";

/**
 * `--device` is an option of all commands; pictures are for models, and go to files where a command says so itself; steps
 * are no plain words; what is looked at by a command is always shown whole.
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
  const fromWords = words.flatMap((field, index) =>
    line.positionals[index] === undefined ? [] : [[field, line.positionals[index]]],
  );
  const types = fieldTypes(tool);
  const fromFlags = types.flatMap(({ field, json }) => flagField(field, json, line.flags));
  return Object.fromEntries([...fromFlags, ...fromWords]);
}

function flagField(
  field: string,
  json: Record<string, unknown>,
  flags: FlagValues,
): readonly (readonly [string, unknown])[] {
  const value = flags[flagName(field)];
  if (value === undefined) return [];
  if (json["type"] !== "integer") return [[field, value]];
  if (typeof value !== "string" || !/^\d+$/.test(value))
    throw new UsageError(`--${flagName(field)} has to be a whole number`);
  return [[field, Number(value)]];
}

export function usage(tool: AnyTool, name: string, words: readonly string[], more = ""): string {
  const shown = words.map((word) => `[${word.toUpperCase()}]`).join(" ");
  const rows = fieldTypes(tool).map(
    ({ field, json }) =>
      `  --${flagName(field)}${json["type"] === "boolean" ? "" : " VALUE"}  ${json["description"] ?? ""}`,
  );
  if (tool.prepare) rows.push("  --yes  Do it without asking on the terminal");
  const own = rows.length > 0 ? `\n\n${rows.join("\n")}${more}` : "";
  return `fovea ${name} ${shown} [--json]\n${tool.description}${own}\n\n${optionsHelp()}`;
}

export const devices = toolCommand(listDevices, "devices", []);
export const find = toolCommand(findTool, "find", ["query"]);
export const tap = toolCommand(tapTool, "tap", ["target"]);
export const swipe = toolCommand(swipeTool, "swipe", ["direction"]);
export const type = toolCommand(typeText, "type", ["text"]);
export const press = toolCommand(pressKey, "press", ["key"]);
export const act = toolCommand(takeAction, "act", ["action"]);
export const verify = toolCommand(verifyTool, "verify", ["condition"]);
export const wait = toolCommand(waitFor, "wait", ["condition"]);
export const clear = toolCommand(clearAppData, "clear", ["package"]);
export const uninstall = toolCommand(uninstallApp, "uninstall", ["package"]);

/** Who types the name of a file opens its folder by that, where no other one is said to be. */
export const install: Command = async (call, signal) => {
  const line = readCommandLine(call, toolFlags(installApp), 1);
  if (line.flags["help"]) {
    printText(line.terminal, usage(installApp, "install", ["path"]));
    return EXIT.done;
  }
  const fields = fieldsOf(installApp, line, ["path"]);
  const [typed] = line.positionals;
  if (typed === undefined || line.config.apkDirs.length > 0) return await runTool(installApp, line, fields, signal);
  const path = await realpath(typed).catch(() => resolve(typed));
  const config = { ...line.config, apkDirs: [dirname(path)] };
  return await runTool(installApp, { ...line, config }, { ...fields, path }, signal);
};

/** The steps as one JSON list: they are no flags. */
export const batch: Command = async (call, signal) => {
  const line = readCommandLine(call, toolFlags(batchTool), 1);
  if (line.flags["help"]) {
    printText(line.terminal, usage(batchTool, "batch", ["steps"]));
    return EXIT.done;
  }
  return await runTool(batchTool, line, { steps: jsonOf(line.positionals[0] ?? "") }, signal);
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('STEPS has to be a JSON list, for example [{"tool":"tap","target":"e5"}]');
  }
}

/** A web address or a package id, told apart by the colon that no package id has. */
export const open: Command = async (call, signal) => {
  const { terminal, positionals, flags } = readCommandLine(call, toolFlags(openAppTool), 1);
  const [word = ""] = positionals;
  const isUrl = /^[a-z][a-z0-9+.-]*:/i.test(word);
  if (flags["help"]) printText(terminal, `${usage(openUrl, "open", ["url"]).split("\n\n")[0]}\n`);
  const command = isUrl ? toolCommand(openUrl, "open", ["url"]) : toolCommand(openAppTool, "open", ["package"]);
  return await command(call, signal);
};

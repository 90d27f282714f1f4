import { OPTIONS } from "../base/config.js";
import { FoveaError, isFoveaError } from "../base/errors.js";
import { lookUp } from "../base/word-table.js";
import { replaceAroundQuotes } from "../screen/quotes.js";

/** A call in the form that a program writes. */
export interface ProgramCall {
  /** The name of the call: `tap`, `apps.list`. */
  readonly name: string;
  readonly options: readonly string[];
  /** For arguments whose name differs from the tool's: the name in the tool → the name in the call. */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

/** Tools whose call in a program has another name. */
const CALLS: Readonly<Record<string, string>> = {
  adb_shell: "adb.shell",
  app_info: "apps.info",
  clear_app_data: "apps.clear",
  close_app: "apps.close",
  go_to: "memory.goTo",
  install_app: "apps.install",
  list_apps: "apps.list",
  list_devices: "listDevices",
  open_app: "open",
  open_url: "open",
  predict_next_actions: "memory.predict",
  press_key: "press",
  record_screen: "device.startVideo",
  run_skill: "runSkill",
  scroll_to: "scrollTo",
  start_trace: "record",
  stop_trace: "stop of the recording",
  take_action: "act",
  type_text: "type",
  uninstall_app: "apps.uninstall",
  wait_for: "wait",
};

/** Arguments of tools → options of calls. */
const ARGUMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  "durationMs fontPercent holdMs minConfidence mostKeys mostSwipes saveAs setBack stayAwake timeZone timeoutMs"
    .split(" ")
    .map((name) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
);

/** Phrases about tools, each with the phrase for programs. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/tools\/list has the arguments of each tool/g, "the types of fovea-mcp have the arguments of each call"],
  [/\bCall the tool for the action itself: /g, "Make the call for the action itself: "],
  [/\b([Cc])all files with `list` and a folder\b/g, "$1all files.list with the folder"],
  [/\b([Cc])all files with `pull`/g, "$1all files.pull"],
  [/\bcall of files\b/g, "call of files.push"],
  [/\b([Cc])all notifications without arguments\b/g, "$1all device.notifications"],
  [/\b([Cc])all emulator without arguments\b/g, "$1all emulators.list"],
  [/\b([Cc])all network (?=again\b|with\b)/g, "$1all device.network "],
  [/\b([Cc])all permissions with\b/g, "$1all apps.permissions with"],
  [/\b([Cc])all recall with\b/g, "$1all memory.recall with"],
  [
    /\b([Cc])all performance with the same package and action start\b/g,
    "$1all apps.startMeasuring with the same package",
  ],
  [/; observe with frame_stats off skips these figures\b/g, ""],
  [/, or observe without one: vision=off\b/g, ""],
  [/\bobserve with full shows\b/g, "observe shows"],
  [/; observe with `within` asks for less\b/g, ""],
  [/\brecord_screen with action start\b/g, "device.startVideo"],
  [/\brecord_screen with action stop\b/g, "device.stopVideo"],
  [/(?<![Cc]all |of )\bwait_for(?= )/g, "wait for"],
  [/\b[Rr]estart the server with(?:out)? another (--[a-z-]+) list\b/g, "Connect again with another $1 list"],
  [/\bRestart (?:the server )?(?=with(?:out)? --)/g, "Connect again "],
  [/\brestart (?:the server )?(?=with(?:out)? --)/g, "connect again "],
];

const ORIGINALS = new WeakMap<FoveaError, FoveaError>();

/**
 * The same failure, with calls, arguments and options by the names that programs use. Text in quotes comes from an app
 * or the caller, and stays as it is. A thrown value that is not a coded error is given back unchanged.
 */
export function inWordsOfPrograms<Thrown>(error: Thrown, call: ProgramCall | null): Thrown | FoveaError {
  if (!isFoveaError(error)) return error;
  const { code, message, hint, context, cause } = error;
  const worded = (text: string) => forProgram(text, call);
  const { attemptedAction, recoverySuggestions } = context;
  const said = new FoveaError(code, worded(withCall(message, ": ", call)), {
    ...context,
    ...(attemptedAction !== undefined && { attemptedAction: withCall(attemptedAction, " ", call) }),
    ...(recoverySuggestions && { recoverySuggestions: recoverySuggestions.map(worded) }),
    hint: worded(hint),
    cause,
  });
  // The number of recovery suggestions is unchanged; each is replaced by its wording for programs.
  const ways = error.recoverySuggestions.map(worded);
  const isSame = said.message === message && said.hint === hint && attemptedAction === said.context.attemptedAction;
  if (isSame && ways.every((way, at) => way === error.recoverySuggestions[at])) return error;
  const programs = said.with({ recoverySuggestions: ways });
  ORIGINALS.set(programs, ORIGINALS.get(error) ?? error);
  return programs;
}

/**
 * The error that a model reads if a plug-in passes on a failure: the names of tools are restored. A mistake in the
 * plug-in's own call keeps the names of the library.
 */
export function inWordsOfTools(error: FoveaError): FoveaError {
  return error.code === "INVALID_ARGUMENT" ? error : (ORIGINALS.get(error) ?? error);
}

/** Replaces the tool's name at the beginning of a text. */
function withCall(text: string, behind: string, call: ProgramCall | null): string {
  if (call === null) return text;
  const tool = /^[a-z]+(?:_[a-z]+)*/.exec(text)?.[0] ?? "";
  const rest = text.slice(tool.length);
  if (tool === "" || !(rest === "" || rest.startsWith(behind))) return text;
  const isTool = lookUp(CALLS, tool) !== undefined || TOOLS_OF_OTHER_NAMES.has(tool);
  return isTool ? call.name + rest : text;
}

const TOOLS_OF_OTHER_NAMES: ReadonlySet<string> = new Set(
  `biometrics clipboard crashes display emulator expect files focus history location locate logs network notifications
  observe orientation performance permissions recall screenshot settings`.split(/\s+/),
);

/** A text of a tool with the names that programs use. */
export function forProgram(text: string, call: ProgramCall | null): string {
  // The steps of a batch are JSON and use the names of tools.
  if (text.includes("A step is one of")) return text;
  const said = text.replace(/\bpress_key with key "?(\w+)"?/g, "press $1");
  return replaceAroundQuotes(said, (part) => withNames(part, call));
}

/** A shell command in backticks is not changed. */
function withNames(text: string, call: ProgramCall | null): string {
  const said = SENTENCES.reduce((words, [pattern, instead]) => words.replace(pattern, instead), text);
  return said
    .split("`")
    .map((part, at) => (at % 2 === 1 && part.includes(" ") ? part : withWords(part, call)))
    .join("`");
}

/** A name after a slash or a dot is not replaced: it belongs to a setting, a path or the like. */
const NAME = /(?<![\w/.-])[a-z]+(?:_[a-z]+)+(?![\w/])/g;
/** The argument at the beginning of a problem's description. */
const FIELD = /(?<![\w/.-])[a-z]+(?=: )/g;
const FLAG = /(?<![\w-])--[a-z]+(?:-[a-z]+)*/g;

function withWords(text: string, call: ProgramCall | null): string {
  const said = text
    .replace(NAME, (name) => lookUp(CALLS, name) ?? lookUp(ARGUMENTS, name) ?? name)
    .replace(FLAG, (flag) => {
      const key = OPTIONS.find((one) => one.flag === flag)?.key;
      return key === undefined ? flag : key === "device" ? "`device`" : `\`options.${key}\``;
    });
  if (call === null) return said;
  const listed = `Its options are: ${call.options.join(", ")}.`;
  const named = said.replace(/Its arguments are: [\w, ]*\./g, () => listed);
  const { names = {} } = call;
  return named.replace(FIELD, (field) => lookUp(names, field) ?? field);
}

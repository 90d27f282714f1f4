import { KEYS } from "../base/key-names.js";
import { replaceAroundQuotes } from "../screen/quotes.js";
import { COMMANDS } from "./commands.js";

/** The commands of tools. Tools without a command are sentences of `fovea act`, or programs of adb's shell. */
const BY_TOOL: ReadonlyMap<string, string> = new Map(
  Object.entries(COMMANDS).flatMap(([name, { tools = [] }]) => tools.map((tool) => [tool, `fovea ${name}`] as const)),
);

/** Tools whose commands have the same name. */
const SAME_NAMES = [...BY_TOOL].flatMap(([tool, command]) => (command === `fovea ${tool}` ? [tool] : [])).join("|");

/** Sentences about tool calls, and the same sentences about commands. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/Call the tool for the action itself: /g, "Run the command for the action itself: "],
  [/tools\/list has the arguments of each tool/g, "`fovea help COMMAND` lists the arguments"],
  [/\b[Cc]all files with `list` and a folder\b/g, "Run `fovea files FOLDER`"],
  [/\b[Cc]all files with `pull`/g, "Run `fovea pull PATH`"],
  [/Its arguments are: [\w, ]*\./g, "`fovea help COMMAND` lists the options of a command."],
  [new RegExp(`\\bCall (?=(?:${SAME_NAMES})\\b)`, "g"), "Run fovea "],
  [new RegExp(`\\bcall (?=(?:${SAME_NAMES})\\b)`, "g"), "run fovea "],
  [/\bCall (?=[a-z]{1,20}_)/g, "Run "],
  [/\bcall (?=[a-z]{1,20}_)/g, "run "],
  [/\bfovea swipe with direction (?=(?:up|down|left|right)\b)/g, "fovea swipe "],
  [/\b[Rr]estart the server with\b/g, "run the command with"],
  [/`replace`/g, "--replace"],
  [/ as `to`/g, " as TO"],
  [/\b[Rr]epeat the call\b/g, "run the command again"],
  [/ with `device` set to one of\b/g, " with --device and one of"],
  [/`device`/g, "--device"],
  [/\btimeout_ms of wait_for\b/g, "--timeout-ms"],
];

/** A hint in the form that a user in a shell can follow: tool calls become commands, and arguments become options. */
export function forShell(hint: string, command?: string): string {
  // Steps are JSON, with the tools' own names.
  if (hint.includes("A step is one of")) return hint;
  const said = hint.replace(/\bpress_key with key "?(\w+)"?/g, "fovea press $1");
  const all = replaceAroundQuotes(said, withCommands);
  return command === undefined ? all : all.replaceAll("`fovea help COMMAND`", `\`fovea help ${command}\``);
}

/** The name of an argument. Names of settings and similar names come after a slash or dot. */
const ARGUMENT = /(?<![\w/.-])[a-z]+(?:_[a-z]+)+\b/g;

/** Values of arguments (keys and a panel) that are the same on the command line. */
const VALUES: ReadonlySet<string> = new Set([...Object.keys(KEYS), "quick_settings"]);

function withCommands(text: string): string {
  const said = SENTENCES.reduce((words, [pattern, instead]) => words.replace(pattern, instead), text);
  return said.replace(ARGUMENT, (name) =>
    VALUES.has(name) ? name : (BY_TOOL.get(name) ?? `--${name.replaceAll("_", "-")}`),
  );
}

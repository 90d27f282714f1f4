import type { AnyTool } from "../tool-contract/tool.js";
import { type CommandLine, integerFlag, requirePositional, textFlag } from "./command.js";
import { runTool } from "./tool-command.js";

/** A query of a memory about a phone, or an action by it: each is a tool of servers with a memory. */
interface PhoneSubcommand {
  readonly load: () => Promise<AnyTool>;
  /** The argument that the words fill, and its name in errors if it is required. */
  readonly words: { readonly field: string; readonly needed: string | null };
  readonly flags: readonly string[];
}

/** The tools by their names on the command line. */
export const PHONE_SUBCOMMANDS = {
  recall: {
    load: async () => (await import("../tools/recall.js")).recall,
    words: { field: "goal", needed: null },
    flags: ["screen", "note", "count"],
  },
  predict: {
    load: async () => (await import("../tools/predict-next-actions.js")).predictNextActions,
    words: { field: "goal", needed: null },
    flags: ["count"],
  },
  "go-to": {
    load: async () => (await import("../tools/go-to.js")).goTo,
    words: { field: "screen", needed: "the screen to go to, as its id or in words" },
    flags: ["confirm"],
  },
} as const satisfies Readonly<Record<string, PhoneSubcommand>>;
export type PhoneSubcommandName = keyof typeof PHONE_SUBCOMMANDS;

export const PHONE_FLAGS = {
  screen: { type: "string", multiple: false },
  note: { type: "string", multiple: false },
  count: { type: "string", multiple: false },
  confirm: { type: "boolean", multiple: false },
} as const;

export function isPhoneSubcommand(name: string): name is PhoneSubcommandName {
  return Object.hasOwn(PHONE_SUBCOMMANDS, name);
}

/** Makes one call of the tool, on the device of `--device` or the only one. Errors: UsageError; those of the tool. */
export async function askOfPhone(name: PhoneSubcommandName, line: CommandLine, signal: AbortSignal): Promise<number> {
  const { load, words }: PhoneSubcommand = PHONE_SUBCOMMANDS[name];
  const { positionals, flags } = line;
  if (words.needed !== null) requirePositional(positionals, 1, words.needed);
  const said = positionals.slice(1).join(" ");
  const [screen, note, count] = [textFlag(flags, "screen"), textFlag(flags, "note"), integerFlag(flags, "count")];
  const fields = {
    ...(screen !== undefined && { screen }),
    ...(note !== undefined && { note }),
    ...(count !== undefined && { count }),
    ...(flags["confirm"] === true && { confirm: true }),
    ...(said !== "" && { [words.field]: said }),
  };
  return await runTool(await load(), line, fields, signal);
}

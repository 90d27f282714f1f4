import { type Builtin, type BuiltinCall, OPTION_LETTERS, type ShellOption } from "../shell.js";

/** `set [-eux…] [-o NAME] [--] [ARGUMENT…]`; without arguments it lists the variables. */
export const set: Builtin = { name: "set", isSpecial: true, run: setOptions };

async function setOptions({ shell, argv, write, fail }: BuiltinCall): Promise<number> {
  if (argv.length === 1) {
    await write(shell.variables.names.map((name) => `${name}=${quoted(shell.variables.get(name) ?? "")}\n`).join(""));
    return 0;
  }
  const rest = applyOptions(shell, argv.slice(1));
  if (typeof rest === "string") return await fail(rest);
  if (rest) shell.positional = rest;
  return 0;
}

/**
 * Applies `-e`, `+o pipefail` and so on. Gives the new positional parameters, null if they do not change, or an error
 * text.
 */
export function applyOptions(shell: BuiltinCall["shell"], words: readonly string[]): readonly string[] | null | string {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") return words.slice(at + 1);
    if (!/^[-+]./.test(word)) return words.slice(at);
    const isOn = word.startsWith("-");
    for (const letter of word.slice(1)) {
      const option = letter === "o" ? optionNamed(words[++at] ?? "") : optionOf(letter);
      if (!option) return `${word}: unknown option`;
      if (isOn) shell.options.add(option);
      else shell.options.delete(option);
    }
  }
  return null;
}

function isOption(name: string): name is ShellOption {
  return name in OPTION_LETTERS;
}

function optionNamed(name: string): ShellOption | undefined {
  return isOption(name) ? name : undefined;
}

function optionOf(letter: string): ShellOption | undefined {
  const [name] = Object.entries(OPTION_LETTERS).find(([, candidate]) => candidate === letter) ?? [""];
  return optionNamed(name);
}

function quoted(value: string): string {
  return /^[\w./:,@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

import { calculate } from "../expand.js";
import type { Builtin, BuiltinCall, Shell } from "../shell.js";
import { ShellError } from "../variables.js";

/** Builtins for variables and arguments. */
export const variableBuiltins: readonly Builtin[] = [
  { name: "export", isSpecial: true, run: (call) => declare(call, "export") },
  { name: "readonly", isSpecial: true, run: (call) => declare(call, "readonly") },
  { name: "local", run: (call) => declare(call, "local") },
  { name: "typeset", run: (call) => declare(call, "local") },
  { name: "unset", isSpecial: true, run: unset },
  { name: "shift", isSpecial: true, run: shift },
  { name: "getopts", run: getOptions },
];

type Kind = "export" | "readonly" | "local";

async function declare(call: BuiltinCall, kind: Kind): Promise<number> {
  const options = call.argv.slice(1).filter((word) => /^[-+]\w/.test(word));
  const words = call.argv.slice(1).filter((word) => !/^[-+]\w/.test(word) && word !== "--");
  if (words.length === 0) return await list(call, kind);
  for (const word of words) {
    const [, name = "", value] = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === "") return await call.fail(`${word}: is not an identifier`);
    declareOne(call.shell, { kind, options: options.join(""), name, value });
  }
  return 0;
}

interface Declaration {
  readonly kind: Kind;
  readonly options: string;
  readonly name: string;
  readonly value: string | undefined;
}

function declareOne(shell: Shell, { kind, options, name, value }: Declaration): void {
  if (kind === "local") shell.variables.makeLocal(name);
  const isInteger = options.includes("i") && value !== undefined;
  if (value !== undefined) shell.variables.set(name, isInteger ? String(calculate(value, shell)) : value);
  if (kind === "export" || options.includes("x")) shell.variables.export(name, !options.includes("+x"));
  if (kind === "readonly" || options.includes("r")) shell.variables.makeReadOnly(name);
}

async function list({ shell, argv, write }: BuiltinCall, kind: Kind): Promise<number> {
  const { variables } = shell;
  const isListed = (name: string) => {
    if (kind === "local") return true;
    return kind === "export" ? variables.isExported(name) : variables.isReadOnly(name);
  };
  const prefix = argv.includes("-p") ? `${argv[0]} ` : "";
  const lines = variables.names.filter(isListed).map((name) => `${prefix}${name}=${variables.get(name)}\n`);
  await write(lines.join(""));
  return 0;
}

async function unset({ shell, argv, fail }: BuiltinCall): Promise<number> {
  const isFunction = argv[1] === "-f";
  let status = 0;
  for (const name of argv.slice(1).filter((word) => !/^-/.test(word))) {
    if (isFunction) shell.functions.delete(name);
    else if (shell.variables.isReadOnly(name)) status = await fail(`read-only: ${name}`);
    else shell.variables.unset(name);
  }
  return status;
}

function shift({ shell, argv }: BuiltinCall): number {
  const count = argv[1] === undefined ? 1 : calculate(argv[1], shell);
  if (count < 0) throw new ShellError(`shift: ${argv[1]}: bad number`);
  if (count > shell.positional.length) throw new ShellError("shift: nothing to shift");
  shell.positional = shell.positional.slice(count);
  return 0;
}

/** `getopts LETTERS NAME [ARGUMENT…]`; OPTPOS keeps the position within a group of letters. */
async function getOptions({ shell, argv, fail }: BuiltinCall): Promise<number> {
  const [, letters = "", name = "", ...given] = argv;
  const words = given.length > 0 ? given : shell.positional;
  const index = Number(shell.variables.get("OPTIND") ?? "1");
  const position = Number(shell.variables.get("OPTPOS") ?? "1");
  const word = words[index - 1] ?? "";
  const letter = /^-[^-]/.test(word) ? (word[position] ?? "") : "";
  if (letter === "") {
    shell.variables.set(name, "?");
    return 1;
  }
  const takesValue = letters.includes(`${letter}:`);
  const isAtEnd = position + 1 >= word.length || takesValue;
  const attached = word.slice(position + 1);
  const usesNext = takesValue && attached === "";
  shell.variables.set("OPTIND", String(index + Number(isAtEnd) + Number(usesNext)));
  shell.variables.set("OPTPOS", isAtEnd ? "1" : String(position + 1));
  shell.variables.set(name, letters.includes(letter) ? letter : "?");
  if (takesValue) shell.variables.set("OPTARG", attached || (words[index] ?? ""));
  if (!letters.includes(letter) && !letters.startsWith(":")) await fail(`-${letter}: unknown option`);
  return 0;
}

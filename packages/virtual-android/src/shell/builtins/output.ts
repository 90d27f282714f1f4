import { testContextOf } from "../condition.js";
import { builtinEchoText } from "../escapes.js";
import { calculate } from "../expand.js";
import type { Builtin, BuiltinCall } from "../shell.js";
import { evaluateTest, TestError } from "../test-expression.js";

/** Builtins that print or compute. */
export const outputBuiltins: readonly Builtin[] = [
  { name: "echo", run: echo },
  { name: "print", run: print },
  { name: "test", run: (call) => test(call, call.argv.slice(1)) },
  { name: "[", run: bracket },
  { name: "let", run: calculateAll },
];

/** mksh's echo interprets backslash sequences unless -E is given. */
async function echo({ argv, write }: BuiltinCall): Promise<number> {
  let first = 1;
  let hasNewline = true;
  let readsEscapes = true;
  for (; /^-[neE]+$/.test(argv[first] ?? ""); first += 1) {
    const option = argv[first] ?? "";
    if (option.includes("n")) hasNewline = false;
    if (/[eE]/.test(option)) readsEscapes = option.lastIndexOf("e") > option.lastIndexOf("E");
  }
  await writeText(write, argv.slice(first).join(" "), { readsEscapes, hasNewline });
  return 0;
}

async function print({ argv, write }: BuiltinCall): Promise<number> {
  let first = 1;
  let options = "";
  for (; /^-[nrReE]+$/.test(argv[first] ?? ""); first += 1) options += argv[first];
  if (argv[first] === "--" || argv[first] === "-") first += 1;
  const how = { readsEscapes: !/[rR]/.test(options), hasNewline: !options.includes("n") };
  await writeText(write, argv.slice(first).join(" "), how);
  return 0;
}

async function writeText(
  write: BuiltinCall["write"],
  text: string,
  how: { readonly readsEscapes: boolean; readonly hasNewline: boolean },
): Promise<void> {
  const { bytes, isCut } = how.readsEscapes ? builtinEchoText(text) : { bytes: Buffer.from(text), isCut: false };
  await write(how.hasNewline && !isCut ? Buffer.concat([bytes, Buffer.from("\n")]) : bytes);
}

async function bracket(call: BuiltinCall): Promise<number> {
  const words = call.argv.slice(1);
  return words.pop() === "]" ? await test(call, words) : await call.fail("missing ]", 2);
}

async function test({ shell, fail }: BuiltinCall, words: readonly string[]): Promise<number> {
  try {
    return evaluateTest(words, testContextOf(shell)) ? 0 : 1;
  } catch (error) {
    if (error instanceof TestError) return await fail(error.message, 2);
    throw error;
  }
}

async function calculateAll({ shell, argv, fail }: BuiltinCall): Promise<number> {
  if (argv.length === 1) return await fail("missing argument");
  let value = 0;
  for (const expression of argv.slice(1)) value = calculate(expression, shell);
  return Number(value === 0);
}

import { evaluateTest, TestError } from "../shell/test-expression.js";
import type { SystemCall } from "../system/system.js";

/** Evaluates the words of `test` for a program that runs without a shell; gives its exit status. */
export async function runTest(call: SystemCall, words: readonly string[]): Promise<number> {
  const { process, system } = call;
  try {
    const isTrue = evaluateTest(words, {
      files: system.filesOf(process),
      isTerminal: (descriptor) => process.descriptors.get(descriptor)?.isTerminal ?? false,
      number: integerOf,
    });
    return isTrue ? 0 : 1;
  } catch (error) {
    if (!(error instanceof TestError)) throw error;
    await call.stderr.write(`test: ${error.message}\n`);
    return 2;
  }
}

function integerOf(text: string): number {
  if (!/^\s*[-+]?\d+$/.test(text)) throw new TestError(`not integer: ${text}`);
  return Number(text);
}

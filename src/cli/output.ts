import { toFoveaError } from "../base/errors.js";
import { isUsageError } from "./command.js";

export const EXIT = { done: 0, failed: 1, usage: 2, notThisFormat: 3 } as const;

/** Writes one JSON document on standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printText(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Words an error for people on standard error, or for programs on standard output; gives the exit code. */
export function reportError(error: unknown, asJson: boolean): number {
  if (isUsageError(error)) {
    process.stderr.write(`fovea: ${error.message}\n`);
    return EXIT.usage;
  }
  const { code, message, hint, context } = toFoveaError(error);
  if (asJson) printJson({ error: { code, message, hint, ...context } });
  else
    process.stderr.write(
      `${code}: ${message}\nNext: ${hint}\n${context.visualContext ? `On the screen:\n${context.visualContext}\n` : ""}`,
    );
  return code === "NOT_THIS_FORMAT" ? EXIT.notThisFormat : EXIT.failed;
}

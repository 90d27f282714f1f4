import { readFile } from "node:fs/promises";
import type { FlagValues } from "../base/config.js";
import { type LinearPattern, linearPattern } from "../base/linear-pattern.js";
import { UsageError } from "./command.js";
import type { Terminal } from "./terminal.js";

/** The values of a flag that may be given several times; none if absent. */
export function listOf(flags: FlagValues, name: string): readonly string[] {
  const value = flags[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/**
 * Patterns of words to ignore in the comparison. Errors: UsageError for a pattern that cannot be matched in linear
 * time.
 */
export function ignoreOf(flags: FlagValues): readonly LinearPattern[] {
  return listOf(flags, "ignore").map((pattern) => {
    const compiled = linearPattern(pattern);
    if (typeof compiled === "string") throw new UsageError(`--ignore "${pattern}": ${compiled}`);
    return compiled;
  });
}

/**
 * The values of redacted texts, by the number of the step that types them. They come from the environment or a file, so
 * that neither the command line nor the output contains them. The last line break of a file is removed. Errors:
 * UsageError.
 */
export async function valuesOf(flags: FlagValues, { env }: Terminal): Promise<ReadonlyMap<number, string>> {
  const values = new Map<number, string>();
  for (const given of listOf(flags, "value")) {
    const found = /^([1-9]\d{0,6})=(env|file):(.+)$/su.exec(given);
    if (!found) throw new UsageError("--value has to be STEP=env:NAME or STEP=file:PATH");
    const [, step, source, name = ""] = found;
    values.set(Number(step), await secretFrom("--value", source === "env" ? "env" : "file", name, env));
  }
  return values;
}

/** A text from outside the command line. The last line break of a file is removed. Errors: UsageError. */
export async function secretFrom(
  flag: string,
  source: "env" | "file",
  name: string,
  env: Terminal["env"],
): Promise<string> {
  if (source === "env") {
    const value = env[name];
    if (value === undefined) throw new UsageError(`${flag}: the environment has no ${name}`);
    return value;
  }
  try {
    return (await readFile(name, "utf8")).replace(/\r?\n$/, "");
  } catch {
    throw new UsageError(`${flag}: ${name} cannot be read`);
  }
}

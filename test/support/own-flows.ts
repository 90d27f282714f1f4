import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * What turns a flow red, by the comment in its first line: `# broken: FROM -> TO | CODE | where`. A `\n` in TO starts a
 * new line, for a shorter timeout for example.
 */
export interface Break {
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /** The step that fails, as `login.yaml:12`. */
  readonly place: string;
}

/** Errors: one where the flow does not name it. */
export function breakOf(file: string): Break {
  const text = readFileSync(file, "utf8");
  const [, from = "", to = "", code = "", where] = /^# broken: (.+?) -> (.+?) \| (\w+)(?: \| (.+))?$/m.exec(text) ?? [];
  if (from === "") throw new Error(`${file} has no word on how it is broken`);
  const [, other, step] = /^(?:(\S+\.yaml): )?(.+)$/.exec(where ?? from) ?? [];
  const failing = other === undefined ? file : join(dirname(file), other);
  const lines = readFileSync(failing, "utf8").split("\n");
  let line = lines.findIndex((one, at) => at > 0 && one.includes(step ?? from));
  while (line > 0 && !/^\s*- /.test(lines[line] ?? "")) line -= 1;
  return { from, to: to.replaceAll("\\n", "\n"), code, place: `${basename(failing)}:${line + 1}` };
}

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * The change that makes a flow fail, from the comment in its first line: `# broken: FROM -> TO | CODE | where`. A `\n`
 * in TO starts a new line, for a shorter timeout for example.
 */
export interface Break {
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /** The step that fails, as `login.yaml:12`. */
  readonly place: string;
}

/** Errors: if the flow has no such comment. */
export function breakOf(file: string): Break {
  const text = readFileSync(file, "utf8");
  const [, from = "", to = "", code = "", where] = /^# broken: (.+?) -> (.+?) \| (\w+)(?: \| (.+))?$/m.exec(text) ?? [];
  if (from === "") throw new Error(`${file} has no comment "# broken: FROM -> TO | CODE"`);
  const [, other, step] = /^(?:(\S+\.yaml): )?(.+)$/.exec(where ?? from) ?? [];
  const failing = other === undefined ? file : join(dirname(file), other);
  const lines = readFileSync(failing, "utf8").split("\n");
  let line = lines.findIndex((one, at) => at > 0 && one.includes(step ?? from));
  while (line > 0 && !/^\s*- /.test(lines[line] ?? "")) line -= 1;
  return { from, to: to.replaceAll("\\n", "\n"), code, place: `${basename(failing)}:${line + 1}` };
}

import { Script } from "node:vm";
import { inOneLine } from "../../screen/label.js";
import type { Yaml } from "./read-yaml.js";
import type { ShapeMistake } from "./shape.js";
import { scriptsIn } from "./template.js";

/**
 * What Maestro's parser takes, and what cannot be meant all the same: two values for one key, scripts with errors of
 * syntax, variables whose names no script can use.
 */
export function proofRead(yaml: Yaml): readonly ShapeMistake[] {
  if (yaml.kind === "text")
    return scriptsIn(yaml.text).flatMap((script) => {
      const why = syntaxError(script, false);
      return why === null ? [] : [{ line: yaml.line, why: `\${${script.trim().slice(0, 60)}}: ${why}` }];
    });
  if (yaml.kind === "list") return yaml.items.flatMap(proofRead);
  const seen = new Map<string, number>();
  return yaml.entries.flatMap(({ key, line, value }): readonly ShapeMistake[] => {
    const first = seen.get(key);
    seen.set(key, first ?? line);
    const twice =
      first === undefined ? [] : [{ line, why: `${inOneLine(key)} is given twice, here and at line ${first}` }];
    return [...twice, ...(key === "env" ? oddNames(value) : []), ...proofRead(value)];
  });
}

const VARIABLE = /^[A-Za-z_$][\w$]*$/;

function oddNames(env: Yaml): readonly ShapeMistake[] {
  if (env.kind !== "map") return [];
  return env.entries
    .filter(({ key }) => !VARIABLE.test(key))
    .map(({ key, line }) => ({
      line,
      why: `env: no script can name the variable "${inOneLine(key)}": letters, digits and _`,
    }));
}

/** Why a script is none, in words; null where it is one. It is only read, and not run. */
export function syntaxError(source: string, withLine: boolean): string | null {
  try {
    new Script(source, { filename: "script.js" });
    return null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const line = /^script\.js:(\d+)/.exec(error.stack ?? "")?.[1];
    return `${error.message}${withLine && line !== undefined ? ` (line ${line})` : ""}`;
  }
}

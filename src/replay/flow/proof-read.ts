import { Script } from "node:vm";
import { inOneLine } from "../../screen/label.js";
import type { Yaml } from "./read-yaml.js";
import type { ShapeMistake } from "./shape.js";
import { scriptsIn } from "./template.js";
import { isTruthy } from "./truth.js";

/**
 * Finds syntax errors in scripts, which Maestro's parser accepts but which are certainly mistakes. Commands for another
 * platform are not checked.
 */
export function proofRead(yaml: Yaml): readonly ShapeMistake[] {
  if (yaml.kind === "text")
    return scriptsIn(yaml.text).flatMap((script) => {
      const why = syntaxError(script, false);
      return why === null ? [] : [{ line: yaml.line, why: `\${${script.trim().slice(0, 60)}}: ${why}` }];
    });
  if (yaml.kind === "list") return yaml.items.flatMap(proofRead);
  return isElsewhere(yaml) ? [] : yaml.entries.flatMap(({ value }) => proofRead(value));
}

type MapYaml = Extract<Yaml, { readonly kind: "map" }>;

/** Whether its `when` names another platform. */
function isElsewhere({ entries }: MapYaml): boolean {
  const when = entries.find(({ key }) => key === "when" || key === "while")?.value;
  const platform = when?.kind === "map" ? when.entries.find(({ key }) => key === "platform")?.value : undefined;
  return platform?.kind === "text" && /^(?:ios|web)$/i.test(platform.text);
}

/**
 * Finds parts that are read as Maestro reads them, but deserve a note: two values for one key, variables whose names no
 * script can use, assertions that cannot fail.
 */
export function oddities(yaml: Yaml): readonly ShapeMistake[] {
  if (yaml.kind === "text") return [];
  if (yaml.kind === "list") return yaml.items.flatMap(oddities);
  const seen = new Map<string, number>();
  return yaml.entries.flatMap(({ key, line, value }): readonly ShapeMistake[] => {
    const first = seen.get(key);
    seen.set(key, line);
    const why = `${inOneLine(key)} is given twice, at line ${first} and here: this one counts`;
    const twice = first === undefined ? [] : [{ line, why }];
    const same = sureToPass(key, value) ? [{ line, why: `${key}: it cannot fail, whatever the screen shows` }] : [];
    return [...twice, ...same, ...(key === "env" ? oddNames(value) : []), ...oddities(value)];
  });
}

/**
 * Whether an assertion cannot fail: an empty text fits all elements without a text, and a condition without a script
 * never changes.
 */
function sureToPass(key: string, value: Yaml): boolean {
  if (value.kind === "list") return false;
  const of = (field: string) => (value.kind === "text" ? value : value.entries.find((one) => one.key === field)?.value);
  if (key === "assertVisible") {
    const text = of("text");
    const isAll = value.kind === "text" || value.entries.length === 1;
    return isAll && text?.kind === "text" && text.text === "";
  }
  const condition = key === "assertTrue" ? of("condition") : undefined;
  return condition?.kind === "text" && scriptsIn(condition.text).length === 0 && isTruthy(condition.text);
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

/** The reason why a script is invalid; null if it is valid. The script is compiled, not run. */
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

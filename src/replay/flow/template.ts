/** Variables of a flow, by name. */
export type Variables = ReadonlyMap<string, string>;

/** Gives the text of a script's value. Errors: FLOW_SCRIPT_FAILED, FLOW_SCRIPT_LIMIT. */
export type Evaluate = (script: string) => Promise<string>;

/** As Maestro finds scripts: up to the last brace before the next dollar sign. */
const SCRIPT = /(?<!\\)\$\{([^$]*)\}/g;
const ESCAPED = /\\(\$\{[^$]*\})/g;

export function hasScripts(text: string): boolean {
  return text.includes("${");
}

/** The scripts in a text, in order. */
export function scriptsIn(text: string): readonly string[] {
  if (!hasScripts(text)) return [];
  return [...text.matchAll(SCRIPT)].map(([, script = ""]) => script).filter((script) => script.trim() !== "");
}

/** The text with each `${…}` replaced by its value; `\${…}` becomes these characters without the backslash. */
export async function fillText(text: string, evaluate: Evaluate): Promise<string> {
  if (!hasScripts(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: whole, 1: script = "" } of text.matchAll(SCRIPT)) {
    parts.push(text.slice(from, index), script.trim() === "" ? "" : await evaluate(script));
    from = index + whole.length;
  }
  return [...parts, text.slice(from)].join("").replaceAll(ESCAPED, "$1");
}

/** The same data, with the scripts in all its texts replaced by their values. */
export async function fillData(data: unknown, evaluate: Evaluate): Promise<unknown> {
  if (typeof data === "string") return await fillText(data, evaluate);
  if (Array.isArray(data)) {
    const filled: unknown[] = [];
    for (const one of data) filled.push(await fillData(one, evaluate));
    return filled;
  }
  if (typeof data !== "object" || data === null) return data;
  const entries: (readonly [string, unknown])[] = [];
  for (const [key, value] of Object.entries(data))
    entries.push([await fillText(key, evaluate), await fillData(value, evaluate)]);
  return Object.fromEntries(entries);
}

/** Whether any text in the data has a script. */
export function needsScripts(data: unknown): boolean {
  if (typeof data === "string") return hasScripts(data);
  if (typeof data !== "object" || data === null) return false;
  return Object.entries(data).some(([key, value]) => hasScripts(key) || needsScripts(value));
}

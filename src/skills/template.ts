const SLOT = /\\\$\{|\$\{([A-Z][A-Z0-9_]*)\}/g;

/** A text with its slots replaced by their values; a slot without a value is kept. */
export function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(SLOT, (all, name: string | undefined) =>
    name === undefined ? "${" : (values.get(name) ?? all),
  );
}

/** The names of the slots in a text. */
export function slotsIn(template: string): readonly string[] {
  return [...template.matchAll(SLOT)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** The text with `${` escaped, so that it contains no slots. */
export function plain(text: string): string {
  return text.replaceAll("${", "\\${");
}

/** The values of a slot in each run. Shorter values are not used, because they would be found in any text. */
export interface Varying {
  readonly name: string;
  readonly values: readonly string[];
}

const LEAST_LENGTH = 2;

/**
 * One template for all runs, with slots where the texts differ by the slots' values; null if they differ in another
 * way. `texts` has one text for each run, null if the run has none.
 */
export function templateOf(texts: readonly (string | null)[], slots: readonly Varying[]): string | null {
  const there = texts.flatMap((text, run) => (text === null ? [] : [{ text, run }]));
  const [first, ...others] = there;
  if (first === undefined) return null;
  if (others.every(({ text }) => text === first.text)) return plain(first.text);
  const models = there.map(({ text, run }) => templateIn(text, slots, run));
  const [model] = models;
  return model !== undefined && models.every((one) => one === model) ? model : null;
}

/** The text of one run, with each slot's value replaced by the slot. */
export function templateIn(text: string, slots: readonly Varying[], run: number): string {
  const known = slots.filter(({ values }) => (values[run] ?? "").length >= LEAST_LENGTH);
  const longest = known.toSorted((a, b) => (b.values[run] ?? "").length - (a.values[run] ?? "").length);
  let parts: readonly (string | { readonly slot: string })[] = [text];
  for (const { name, values } of longest) {
    const value = values[run] ?? "";
    parts = parts.flatMap((part) =>
      typeof part === "string"
        ? part.split(value).flatMap((piece, place) => (place === 0 ? [piece] : [{ slot: name }, piece]))
        : [part],
    );
  }
  return parts.map((part) => (typeof part === "string" ? plain(part) : `\${${part.slot}}`)).join("");
}

const SLOT = /\\\$\{|\$\{([A-Z][A-Z0-9_]*)\}/g;

/** A text with slots in it, with their values; one without a value stays as it is. */
export function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(SLOT, (all, name: string | undefined) =>
    name === undefined ? "${" : (values.get(name) ?? all),
  );
}

/** The names of the slots in it. */
export function slotsIn(template: string): readonly string[] {
  return [...template.matchAll(SLOT)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

/** A text that stands for itself. */
export function plain(text: string): string {
  return text.replaceAll("${", "\\${");
}

/** What slots were in each run; those of fewer characters would be found in any text. */
export interface Varying {
  readonly name: string;
  readonly values: readonly string[];
}

const LEAST_LENGTH = 2;

/**
 * One text for all runs, slots standing where they differ by just these; null if they differ in another way. `texts`:
 * one for each run, null if it has none.
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

/** A text of one run with slots in the place of what they were in it. */
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

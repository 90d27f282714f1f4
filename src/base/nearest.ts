/** Other words that callers use for a name, each with the name. */
export type Synonyms = Readonly<Record<string, string>>;

/** A longer word is not a typing mistake. */
const LONGEST = 40;

/**
 * The name that an unknown word probably means: the name, or the name of the synonym, that differs from it in the
 * fewest letters; undefined if none is similar. Case, dashes and underscores are ignored.
 */
export function nearest(word: string, names: Iterable<string>, synonyms: Synonyms = {}): string | undefined {
  if (word.length > LONGEST) return undefined;
  const wanted = folded(word);
  if (wanted === "") return undefined;
  const scored = [...names].map((name) => ({ name, word: folded(name) }));
  const known = [...scored, ...Object.entries(synonyms).map(([synonym, name]) => ({ name, word: folded(synonym) }))];
  const near = known.flatMap(({ name, word: own }) => {
    const edits = editsOf(wanted, own);
    return edits <= mostEdits(wanted) && edits < own.length ? [{ name, edits }] : [];
  });
  const [best] = near.sort((a, b) => a.edits - b.edits);
  return best?.name ?? soleBeginning(wanted, scored);
}

/** Whether a word probably means this name: it differs from it in few letters. */
export function isMistyped(word: string, name: string): boolean {
  const [wanted, own] = [folded(word), folded(name)];
  const most = mostEdits(wanted);
  if (wanted === "" || wanted.length > LONGEST || Math.abs(wanted.length - own.length) > most) return false;
  return own.length > most && editsOf(wanted, own) <= most;
}

function mostEdits(word: string): number {
  return Math.max(1, Math.floor(word.length / 3));
}

/** The only name that begins with the word, or with which the word begins. */
function soleBeginning(wanted: string, names: readonly { readonly name: string }[]): string | undefined {
  const found = names.filter(({ name }) => {
    const own = folded(name);
    return wanted.length > 2 && own.length > 2 && (own.startsWith(wanted) || wanted.startsWith(own));
  });
  return found.length === 1 ? found[0]?.name : undefined;
}

function folded(word: string): string {
  return word
    .toLowerCase()
    .replace(/^-+/, "")
    .replace(/[-_\s]/g, "");
}

/** Letters to add, drop, replace or swap with the next one (optimal string alignment). */
function editsOf(from: string, to: string): number {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return last[to.length] ?? 0;
}

/** Other names that callers use, with the name here. */
export type Synonyms = Readonly<Record<string, string>>;

/** A longer word was not mistyped. */
const LONGEST = 40;

/**
 * What a name that there is none of was probably meant to be: the name or the synonym that differs from it in fewest
 * letters; undefined if nothing is near. Upper case, dashes and underscores make no difference.
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

/** Whether a word was probably meant to be this name: it differs from it in few letters. */
export function isMistyped(word: string, name: string): boolean {
  const [wanted, own] = [folded(word), folded(name)];
  const most = mostEdits(wanted);
  if (wanted === "" || wanted.length > LONGEST || Math.abs(wanted.length - own.length) > most) return false;
  return own.length > most && editsOf(wanted, own) <= most;
}

function mostEdits(word: string): number {
  return Math.max(1, Math.floor(word.length / 3));
}

/** The one name that begins so, or that the word begins with. */
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

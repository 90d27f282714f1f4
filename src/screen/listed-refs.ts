/** The facts that decide whether an element belongs to a list. */
export interface Nested {
  readonly ref: string;
  readonly role: string;
  /** The ref of the element that contains it; null if there is none. */
  readonly parent: string | null;
}

/**
 * The refs of lists, of their items, and of all elements in them: their contents are data, which change from day to
 * day.
 */
export function listedRefs(elements: readonly Nested[]): ReadonlySet<string> {
  const byRef = new Map(elements.map((element) => [element.ref, element]));
  const known = new Map<string, boolean>();
  const isListed = (ref: string): boolean => {
    const before = known.get(ref);
    if (before !== undefined) return before;
    // Ends the search in a hierarchy that contains itself.
    known.set(ref, false);
    const one = byRef.get(ref);
    const is = one !== undefined && (isList(one) || (one.parent !== null && isListed(one.parent)));
    known.set(ref, is);
    return is;
  };
  return new Set(elements.map(({ ref }) => ref).filter(isListed));
}

function isList({ role }: Nested): boolean {
  return role === "row" || role === "list";
}

import type { Predicate } from "../graph.js";
import type { Part, ScreenFacts } from "../screen/screen-facts.js";

const MOST_TEXTS = 60;
const LONGEST_TEXT = 60;

/**
 * The predicates that are true of a screen: its activity, its short texts outside of rows, the states of its elements
 * (checked, selected, disabled), and whether its lists have rows. Without repetition, in reading order.
 */
export function predicatesOf({ activity, parts }: ScreenFacts): readonly Predicate[] {
  const texts = new Set(parts.filter(({ isListed, label }) => !isListed && isShort(label)).map(({ label }) => label));
  const found: Predicate[] = [
    ...(activity === "" ? [] : [predicate("activityIs", activity, "")]),
    ...[...texts].slice(0, MOST_TEXTS).map((label) => predicate("textPresent", label, "")),
    ...parts.flatMap(stateOf),
    ...listsOf(parts),
  ];
  const byKey = new Map(found.map((one) => [predicateKey(one), one]));
  return [...byKey.values()];
}

export function predicateKey({ kind, of, value }: Predicate): string {
  return `${kind} ${of}=${value}`;
}

/** A predicate in words: `"sign in" is shown`, `switch @wifi is checked`. */
export function predicateWords({ kind, of, value }: Predicate): string {
  if (kind === "activityIs") return `the activity is ${of}`;
  if (kind === "textPresent") return `${JSON.stringify(of)} is shown`;
  return kind === "elemState" ? `${of} is ${value}` : `${of} has ${value} rows or more`;
}

function predicate(kind: Predicate["kind"], of: string, value: string): Predicate {
  return { kind, of, value };
}

function isShort(label: string): boolean {
  return label !== "" && label.length <= LONGEST_TEXT;
}

/** The states of an element with a name; the states of rows are data and left out. */
function stateOf({ role, idTail, label, state, isListed }: Part): readonly Predicate[] {
  if (state === "" || isListed) return [];
  const name = label !== "" ? `${role} ${JSON.stringify(label)}` : idTail !== "" ? `${role} @${idTail}` : null;
  return name === null ? [] : state.split(" ").map((one) => predicate("elemState", name, one));
}

function listsOf(parts: readonly Part[]): readonly Predicate[] {
  return parts.flatMap((part, place) => {
    if (!part.scrolls) return [];
    const rows = parts.filter((row) => row.scroller === place && row.isListed && row.actions.length > 0).length;
    return rows === 0 ? [] : [predicate("countAtLeast", `${part.role} @${part.idTail}`, "1")];
  });
}

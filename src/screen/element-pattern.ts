import { quoteLabel } from "./label.js";

/**
 * What a hand-written flow looks for, in Maestro's sense: of everything that is given, all has to fit, and where several
 * fit, the first is meant. Null is not asked for.
 */
export interface ElementPattern {
  readonly text: WholePattern | null;
  /** Of the whole resource id, or of what follows its last `/`. */
  readonly id: WholePattern | null;
  readonly enabled: boolean | null;
  readonly checked: boolean | null;
  readonly selected: boolean | null;
  readonly focused: boolean | null;
  /** Where it begins, compared with the nearest of what these name. */
  readonly near: readonly { readonly side: Side; readonly of: ElementPattern }[];
  /** Something in it fits each of these. */
  readonly contains: readonly ElementPattern[];
  /** It lies in something that fits. */
  readonly childOf: ElementPattern | null;
  /** Of all that fit, from the top and then from the left, from 0; negative ones count from the end. */
  readonly index: number | null;
}

export const SIDES = ["below", "above", "leftOf", "rightOf"] as const;
export type Side = (typeof SIDES)[number];

/** A regular expression that has to match the whole of a text, in whichever case, or the very text. */
export interface WholePattern {
  readonly source: string;
  /** Null where the source is no regular expression: then only the very text will do. */
  readonly regex: RegExp | null;
}

/** Anchored by looks around, since `^` and `$` mean lines here, and `.` means line breaks, too. */
export function wholePattern(source: string): WholePattern {
  try {
    return { source, regex: new RegExp(`(?<![\\s\\S])(?:${source})(?![\\s\\S])`, "ims") };
  } catch {
    return { source, regex: null };
  }
}

/** In words: `"Save" below id/title`. */
export function printPattern(pattern: ElementPattern): string {
  const { text, id, near, contains, childOf, index } = pattern;
  const states = (["enabled", "checked", "selected", "focused"] as const).flatMap((state) => {
    const is = pattern[state];
    return is === null ? [] : [is ? state : `not ${state}`];
  });
  const parts = [
    ...(text ? [quoteLabel(text.source)] : []),
    ...(id ? [`id ${quoteLabel(id.source)}`] : []),
    ...states,
    ...near.map(({ side, of }) => `${WORDS[side]} ${printPattern(of)}`),
    ...contains.map((one) => `with ${printPattern(one)} in it`),
    ...(childOf ? [`in ${printPattern(childOf)}`] : []),
    ...(index === null ? [] : [`(index ${index})`]),
  ];
  return parts.join(" ");
}

const WORDS: Readonly<Record<Side, string>> = {
  below: "below",
  above: "above",
  leftOf: "left of",
  rightOf: "right of",
};

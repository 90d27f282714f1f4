import { couldTakeForEver } from "../base/pattern-cost.js";
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

/** Longer ones, and those in which more may be absent, take long to be understood at all. */
const LONGEST = 1_000;
const MOST_OPTIONS = 20;

/**
 * The pattern of these words, or in a word why there is none. Anchored by looks around, since `^` and `$` mean lines here,
 * and `.` means line breaks, too. Groups of flags in front, `(?i)`, ask for what holds anyway.
 */
export function wholePattern(source: string): WholePattern | string {
  const words = source.replace(/^\(\?[ims]+\)/, "");
  const foreign = /(?<!\\)(?:\\\\)*(\\[AEGQZaehz])/.exec(words)?.[1];
  if (foreign !== undefined) return `${foreign} is no part of regular expressions of JavaScript`;
  const signs = words.replace(/\\[\s\S]/g, "");
  if (words.length > LONGEST && /[*+?{|]/.test(signs)) return `a regular expression has ${LONGEST} characters at most`;
  if ((signs.match(/(?<!\()\?|\{\d+,\d+\}/g)?.length ?? 0) > MOST_OPTIONS)
    return `more than ${MOST_OPTIONS} parts of it may be absent or vary in number`;
  const flags = /\\p\{/i.test(words) ? "imsu" : "ims";
  try {
    const regex = new RegExp(`(?<![\\s\\S])(?:${words})(?![\\s\\S])`, flags);
    if (!couldTakeForEver(words, flags)) return { source, regex };
  } catch {
    return /\(\?[a-z>-]/i.test(words) ? "it is no regular expression of JavaScript" : { source, regex: null };
  }
  return "it repeats a group that can match in many ways, and could take for ever";
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

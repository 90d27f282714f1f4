import { lookUp } from "../base/word-table.js";
import { forecast } from "../graph/predict/forecast.js";
import type { GraphView } from "../graph/predict/graph-view.js";
import type { Try, TryBook } from "./try-book.js";

/** The least novelty of an action that is worth a try. */
export const LEAST_NOVELTY = 0.2;
/** Actions that rarely lead to new screens are tried after the others. */
const WEIGHTS: Readonly<Record<string, number>> = { long: 0.5, back: 0.5 };
const SCROLLING_ON = 0.6;

export interface NoveltyParts {
  readonly view: GraphView;
  readonly book: TryBook;
  /** The screen before, to which "back" leads; null if it is unknown. */
  readonly before: string | null;
}

/**
 * How likely an action leads to a screen that nobody saw, 0 to 1: the share of unknown screens in the forecast. For a
 * row, the estimate of Good and Turing: (kinds of screens to which only one row led + 1) / (rows tried + 1). For an
 * action without effect on n other screens of the same kind: 1 / (n + 2), by Laplace. An action that was tried has no
 * novelty, except scrolling while it shows more.
 */
export function noveltyOf({ view, book, before }: NoveltyParts, { at, action, times, showedMore }: Try): number {
  if (times > 0) return action.type === "scroll" && showedMore ? SCROLLING_ON : 0;
  const weight = lookUp(WEIGHTS, action.type) ?? 1;
  if (action.isItem) return weight * ofRow(view, book.rowsTaken(at, action));
  const inVain = withoutEffect(view, book, { at, action });
  if (inVain > 0) return weight / (inVain + 2);
  return weight * forecast(view, { at, screen: null, before }, [action]).unknown;
}

/** How often the action was performed on other screens of the kind, if it never led anywhere; 0 if it did. */
function withoutEffect(view: GraphView, book: TryBook, { at, action }: Pick<Try, "at" | "action">): number {
  const family = view.familyOf(at);
  const others = book.triesOf(action).filter((one) => one.at !== at && view.familyOf(one.at) === family);
  return others.every((one) => one.to === one.at) ? others.length : 0;
}

function ofRow(view: GraphView, taken: readonly Try[]): number {
  const kinds = new Map<string, number>();
  for (const { to } of taken) {
    if (to === null) continue;
    const kind = view.familyOf(to);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const once = [...kinds.values()].filter((count) => count === 1).length;
  return Math.min(1, (once + 1) / (taken.length + 1));
}

import { isTouchTarget } from "./element.js";
import { isMoney } from "./meaning.js";
import type { Elements } from "./traits.js";
import type { WindowTexts } from "./window-texts.js";

/** The most texts between a sum and its button. */
const MOST_BETWEEN = 4;

/** The last sum of money above a button, with only a few texts between them; empty if there is none. */
export function sumAbove({ elements, parents }: Elements, texts: WindowTexts, place: number): readonly string[] {
  const own = elements[place];
  if (own?.role !== "button") return [];
  const around = new Set<number>();
  for (let at = parents[place] ?? null; at !== null; at = parents[at] ?? null) around.add(at);
  const scroller = texts.scrollerOf(own.node);
  let between = 0;
  for (let at = place - 1; at >= 0 && between < MOST_BETWEEN; at -= 1) {
    const element = elements[at];
    if (around.has(at)) continue;
    if (!element || element.window !== own.window || isTouchTarget(element)) return [];
    const text = texts.at(at);
    if (!text) continue;
    if (text.scroller !== scroller || text.bounds.bottom > own.bounds.top + 1) return [];
    if (isMoney(text.words)) return [text.words];
    between += 1;
  }
  return [];
}

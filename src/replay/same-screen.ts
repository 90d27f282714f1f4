import type { Size } from "../base/geometry.js";
import type { UiElement } from "../screen/element.js";
import { normaliseLabel, quoteWords } from "../screen/label.js";
import type { RecordedScreen, Trait } from "./recorded-step.js";

/** Distances below this share of the screen's longer side are rounding. */
const SAME_PLACE = 0.006;

/**
 * The difference between a screen and the recorded one, in words; null if both have the same elements with the same
 * words at the same places, in the same order. A tap on a point without an element needs this, because nothing else
 * identifies what is at the point.
 */
export function otherScreen(
  recorded: RecordedScreen,
  now: { readonly elements: readonly UiElement[]; readonly screenSize: Size | null },
  isIgnored: (word: string) => boolean,
): string | null {
  if (!recorded.isKnown) return "the recording does not know the screen";
  const [width, height] = recorded.size;
  const { screenSize } = now;
  if (!screenSize) return "the size of the screen is not known";
  if (width !== screenSize.width || height !== screenSize.height)
    return `the screen is ${screenSize.width}x${screenSize.height}, in the recording ${width}x${height}`;
  const here = now.elements.filter(({ systemBar }) => !systemBar).map(traitOf);
  if (here.length !== recorded.traits.length)
    return `there are ${here.length} elements, in the recording ${recorded.traits.length}`;
  const nearPx = SAME_PLACE * Math.max(width, height);
  for (const [place, then] of recorded.traits.entries()) {
    const trait = here[place];
    if (!trait || !isSame(then, trait, { nearPx, isIgnored })) return `${nameOf(trait)} is where ${nameOf(then)} was`;
  }
  return null;
}

function traitOf({ role, labels, bounds, focused, resourceId }: UiElement): Trait {
  const { left, top, right, bottom } = bounds;
  return {
    role,
    labels: labels.map(normaliseLabel),
    bounds: right > left && bottom > top ? [left, top, right, bottom] : null,
    isFocused: focused === true,
    resourceId: resourceId || null,
  };
}

interface Sameness {
  readonly nearPx: number;
  readonly isIgnored: (word: string) => boolean;
}

function isSame(one: Trait, other: Trait, { nearPx, isIgnored }: Sameness): boolean {
  if (one.role !== other.role || one.resourceId !== other.resourceId) return false;
  const words = ({ labels }: Trait) => labels.filter((word) => !isIgnored(word)).join("\u0001");
  if (words(one) !== words(other)) return false;
  if (!one.bounds || !other.bounds) return one.bounds === other.bounds;
  const { bounds } = other;
  return one.bounds.every((value, side) => Math.abs(value - (bounds[side] ?? 0)) <= nearPx);
}

function nameOf(trait: Trait | undefined): string {
  if (!trait) return "nothing";
  const [label] = trait.labels;
  return label === undefined ? `a ${trait.role} without words` : `${trait.role} ${quoteWords(label)}`;
}

/**
 * The difference between the focused field and the recorded one; null if they are the same, or if none was recorded.
 */
export function otherFocus({ traits }: RecordedScreen, focused: UiElement | null): string | null {
  const then = traits.find(({ isFocused }) => isFocused);
  if (!then) return null;
  if (!focused) return `nothing has the focus, in the recording ${nameOf(then)}`;
  const now = traitOf(focused);
  const isIt =
    now.role === then.role && now.resourceId === then.resourceId && now.labels.join("\n") === then.labels.join("\n");
  return isIt ? null : `${nameOf(now)} has the focus, in the recording ${nameOf(then)}`;
}

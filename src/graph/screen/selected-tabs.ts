import type { Part } from "./screen-facts.js";

/** The least and the most tabs in a tab bar. */
const [LEAST_TABS, MOST_TABS] = [2, 8];

/**
 * The labels of the selected tabs of a screen, in reading order. A tab bar is a line of parts with words, of which
 * exactly one is selected; or, if none is, exactly one cannot be clicked (Compose removes the click action from the
 * selected tab).
 */
export function selectedTabs(parts: readonly Part[]): readonly string[] {
  const marked = stripsOf(parts).flatMap((strip) => {
    const selected = strip.filter(({ isSelected }) => isSelected);
    return selected.length === 1 ? selected.map(nameOf) : [];
  });
  return marked.length > 0 ? marked : unmarkedTab(parts);
}

/** The tab that cannot be clicked, in a bar at the lower edge that marks no tab as selected. */
function unmarkedTab(parts: readonly Part[]): readonly string[] {
  const bar = parts.filter((part) => part.row >= BAR_ROW && part.scroller === null && part.label !== "" && isTab(part));
  const still = bar.filter((part) => !canClick(part));
  return still.length === 1 && bar.length > LEAST_TABS && bar.length <= MOST_TABS ? still.map(nameOf) : [];
}

const BAR_ROW = 14;

function nameOf({ label, idTail }: Part): string {
  return label || idTail;
}

function canClick({ actions }: Part): boolean {
  return actions.includes("click");
}

function stripsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const strips = new Map<string, Part[]>();
  for (const part of parts) {
    if ((part.label === "" && part.idTail === "") || !isTab(part)) continue;
    const key = `${part.parent} ${middleOf(part)}`;
    const strip = strips.get(key) ?? [];
    strips.set(key, [...strip, part]);
  }
  return [...strips.values()].filter(({ length }) => length >= LEAST_TABS && length <= MOST_TABS);
}

function isTab({ scrolls, isField, state }: Part): boolean {
  return !scrolls && !isField && !/checked|partial/.test(state);
}

/** The centre of its height, rounded so that parts in one line give the same number. */
function middleOf({ bounds: { top, bottom } }: Part): number {
  return Math.round((top + bottom) / 2 / 24);
}

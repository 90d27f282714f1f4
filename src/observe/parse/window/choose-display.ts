import { agreedMatch, integerOf } from "../text.js";
import { type FocusLines, readFocusLines } from "./focus.js";
import { splitDisplays, type WindowSections } from "./sections.js";

export interface ChosenDisplay {
  readonly displayId: number | null;
  readonly lines: readonly string[];
  readonly focus: FocusLines;
  /** The text has several displays of this id, of which an app made up all but one. */
  readonly isContested: boolean;
}

/**
 * The display that a user of the phone looks at: the one that the window manager calls top-focused; else the default
 * display 0; else, while display 0 has no focused window, the only one that has. The first block of the dump is none
 * of these: foldables and overlays print other displays first.
 */
export function chooseDisplay(sections: WindowSections): ChosenDisplay {
  const blocks = splitDisplays(sections.displays).map((block) => {
    const lines = block.isContested ? [] : block.lines;
    return { ...block, lines, focus: readFocusLines(lines) };
  });
  // Of the sections only the window list ends with it: in front of a display of its own it is an app's.
  const topId = integerOf(agreedMatch(sections.windows, /^\s*mTopFocusedDisplayId=(-?\d+)/));
  const only = blocks.length === 1 ? blocks[0] : undefined;
  if (only && only.displayId === null) return { ...only, displayId: topId };
  const focused = blocks.filter((block) => block.focus.focuses.some((focus) => focus !== null));
  const top = blocks.find((block) => block.displayId === topId);
  const main = blocks.find((block) => block.displayId === 0);
  const elsewhere = focused.length === 1 && !hasUnknownFocus(main?.focus) ? focused[0] : undefined;
  return top ?? elsewhere ?? main ?? { displayId: null, lines: [], focus: readFocusLines([]), isContested: false };
}

/** Display 0 has no focus line (Android 7–9 print it elsewhere): then nothing speaks against display 0. */
function hasUnknownFocus(focus: FocusLines | undefined): boolean {
  return focus !== undefined && focus.focuses.length === 0;
}

import { agreedMatch, integerOf } from "../text.js";
import { type FocusLines, readFocusLines } from "./focus.js";
import { splitDisplays, type WindowSections } from "./sections.js";

export interface ChosenDisplay {
  readonly displayId: number | null;
  readonly lines: readonly string[];
  readonly focus: FocusLines;
  /** The text has several displays with this id; an app invented all but one of them. */
  readonly isContested: boolean;
  /** Up to Android 9 all displays share one focus, which is printed in the policy and after the list of windows. */
  readonly hasSharedFocus: boolean;
}

/**
 * The display that a user of the phone looks at: the top-focused display of the window manager; up to Android 9 the
 * display with the task of the focused app; else the default display 0, or, if display 0 has no focused window, the
 * only display that has one. The first block of the dump proves nothing: foldables and overlays print other displays
 * first.
 */
export function chooseDisplay(sections: WindowSections): ChosenDisplay {
  const blocks = splitDisplays(sections.displays).map((block) => {
    const lines = block.isContested ? [] : block.lines;
    return { ...block, lines, focus: readFocusLines(lines) };
  });
  // Only the window list ends with this line: in other sections an app may have printed it.
  const topId = integerOf(agreedMatch(sections.windows, /^\s*mTopFocusedDisplayId=(-?\d+)/));
  const only = blocks.length === 1 ? blocks[0] : undefined;
  const hasSharedFocus = blocks.every(({ focus }) => focus.focuses.length === 0);
  if (only && only.displayId === null) return { ...only, displayId: topId, hasSharedFocus };
  const focused = blocks.filter((block) => block.focus.focuses.some((focus) => focus !== null));
  const top = blocks.find((block) => block.displayId === topId);
  const main = blocks.find((block) => block.displayId === 0);
  const elsewhere = focused.length === 1 && !hasUnknownFocus(main?.focus) ? focused[0] : undefined;
  const ofTask = hasSharedFocus && topId === null ? withFocusedTask(sections, blocks) : undefined;
  const none = { displayId: null, lines: [], focus: readFocusLines([]), isContested: false };
  return { ...(top ?? ofTask ?? elsewhere ?? main ?? none), hasSharedFocus };
}

/** Android 8 and 9 have one focused window for all displays (RootWindowContainer.computeFocusedWindow). */
function withFocusedTask<T extends { readonly lines: readonly string[] }>(
  sections: WindowSections,
  blocks: readonly T[],
): T | undefined {
  const { apps } = readFocusLines([...sections.policy, ...sections.windows]);
  const tasks = new Set(apps.flatMap((app) => app?.taskId ?? []));
  const [task] = tasks;
  if (task === undefined || tasks.size > 1) return undefined;
  const having = blocks.filter(({ lines }) => lines.some((line) => TASK.exec(line)?.[1] === String(task)));
  return having.length === 1 ? having[0] : undefined;
}

/** A task in the stacks of a display, up to Android 9. */
const TASK = /^\s*taskId=(\d+)$/;

/** Display 0 has no focus line (Android 7–9 print the focus elsewhere): then display 0 may still have the focus. */
function hasUnknownFocus(focus: FocusLines | undefined): boolean {
  return focus !== undefined && focus.focuses.length === 0;
}

import type { Size } from "../../../base/geometry.js";
import type { ActiveWindow, FactError, Ime, Keyguard, Power, Rotation, SystemInsets } from "../../../screen/facts.js";
import { wholeLines } from "../text.js";
import { activeWindowFrom, ambiguous } from "./active-window.js";
import { type ChosenDisplay, chooseDisplay } from "./choose-display.js";
import { parseDisplaySize } from "./display-size.js";
import { parseInsetsState } from "./insets.js";
import { areInsetsContested, mergeInsets } from "./merge-insets.js";
import { type AskedSections, splitSections, type WindowSections } from "./sections.js";
import { imeFrom, keyguardFrom, powerFrom } from "./states.js";
import { joinTitles } from "./titles.js";
import { parseWindowList, type WindowEntry } from "./window-list.js";

/** The facts of any `dumpsys window` text, by the observation's field names. Null: the text does not have the fact. */
export interface WindowFacts {
  readonly displayId: number | null;
  readonly screenSize: Size | null;
  readonly density: number | null;
  readonly rotation: Rotation | null;
  readonly systemInsets: SystemInsets | null;
  readonly activeWindow: ActiveWindow | null;
  readonly ime: Ime | null;
  readonly power: Power | null;
  readonly keyguard: Keyguard | null;
  /** The windows of `dumpsys window windows`, topmost first; null if the text has none. */
  readonly windows: readonly WindowEntry[] | null;
  readonly errors: readonly FactError[];
}

/**
 * Reads `dumpsys window` or any of its parts (displays, policy, windows, or several of them one after another) of
 * Android 7 to 16, from stock and vendor builds. `asked` names the parts that the device was asked for, if known.
 * Undefined if the text is something else. Errors: OUTPUT_TOO_LARGE.
 */
export function parseWindow(
  text: string,
  asked: AskedSections | null = null,
  apiLevel: number | null = null,
): WindowFacts | undefined {
  const lines = joinTitles(wholeLines(text));
  const sections = splitSections(lines, asked);
  if (sections.isExcerpt && (isOtherDump(lines) || !lines.some((line) => MARKS.test(line)))) return undefined;
  const { windows, isContested } = parseWindowList(sections.windows);
  const display = chooseDisplay(sections);
  const size = parseDisplaySize(display.lines, sections, windows);
  const keyguard = keyguardFrom(display.lines, sections.policy);
  const state = parseInsetsState(display.lines);
  const insetsParts = {
    block: display.lines,
    state,
    sections,
    windows,
    display: size.screenSize,
    rotation: size.rotation,
    apiLevel,
  };
  const areForged = areInsetsContested(insetsParts);
  const systemInsets = areForged ? null : mergeInsets(insetsParts);
  const { activeWindow, errors } = activeWindowFrom({ sections, display, windows, keyguard });
  return {
    displayId: display.displayId,
    ...size,
    systemInsets,
    activeWindow,
    ime: imeFrom(insetsParts, systemInsets),
    power: powerFrom(display.lines, sections.policy),
    keyguard: hasFact(keyguard) ? keyguard : null,
    windows: windows.length > 0 ? windows : null,
    errors: [...errors, ...contestedErrors(sections, display, { isList: isContested, isInsets: areForged })],
  };
}

/** The sections that `dumpsys window` prints for these parts. */
export function sectionsOf(parts: readonly ("displays" | "policy")[]): AskedSections {
  return new Set(parts.map((part) => (part === "displays" ? "DISPLAY CONTENTS" : "POLICY STATE")));
}

/** Lines that only the window manager prints; an excerpt is recognised by them. */
const MARKS = new RegExp(
  [
    String.raw`^\s*(?:Display: mDisplayId=|Window #\d+ Window\{|InsetsState$|InsetsSource |DisplayFrames w=|KeyguardServiceDelegate$)`,
    String.raw`^\s*(?:mCurrentFocus|mFocusedApp|mFocusedWindow|mOwnerUid|mIsImeShowing|mFullConfiguration|mLastReportedConfiguration)=`,
    String.raw`^\s*(?:mAwake|mScreenOnEarly|mShowingLockscreen|mDreamingLockscreen|isKeyguardShowing|mIsShowing)=(?:true|false)`,
    String.raw`^\s*(?:mAttrs=\{|Frames: |task=\{taskId=|appTokens=\[|WindowStateAnimator\{|(?:\w+=)?AppWindowToken\{)|\bInsetsSource: \{`,
    String.raw`^\s*init=\d+x\d+ \d+dpi .*\bcur=\d+x\d+ app=|\bisStatusBarKeyguard=`,
  ].join("|"),
);

/** Whether the text is another service's dump. It may contain the same lines about one app, or in a copy. */
function isOtherDump(lines: readonly string[]): boolean {
  return OTHER_HEADERS.test(lines.find((line) => line.trim() !== "") ?? "");
}

const OTHER_HEADERS =
  /^(?:(?:ACTIVITY|INPUT|DISPLAY|POWER|ACCESSIBILITY) MANAGER |TASK \S+ id=\d|Current Input Method Manager |Applications Graphics )/;

/** The errors for parts of the dump that an app may have imitated. */
function contestedErrors(
  sections: WindowSections,
  display: ChosenDisplay,
  { isList, isInsets }: { readonly isList: boolean; readonly isInsets: boolean },
): readonly FactError[] {
  const parts = [
    ...sections.contested.map((name) => `its part ${name}`),
    ...(display.isContested ? [`display ${display.displayId}`] : []),
    ...(isList ? ["the list of windows"] : []),
    ...(isInsets ? ["systemInsets"] : []),
  ];
  return parts.map(ambiguous);
}

function hasFact(facts: object): boolean {
  return Object.values(facts).some((value) => value !== null);
}

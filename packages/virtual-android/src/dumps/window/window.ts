import type { PhoneState, WindowState } from "../../phone-state.js";
import { allWindows } from "../display-views.js";
import { type Lines, when } from "../text.js";
import { dumpAnimator } from "./animator.js";
import { dumpDisplays } from "./displays/display-contents.js";
import { dumpLastAnr } from "./last-anr.js";
import { dumpPolicy } from "./policy.js";
import { dumpSessions } from "./sessions.js";
import { dumpTokens } from "./window-tokens.js";
import { dumpWindows } from "./windows.js";

/** `dumpsys window [-a] [SECTION | NAME]` (WindowManagerService.doDump). */
export function dumpWindow(state: PhoneState, args: readonly string[]): Lines {
  const options = args.filter((arg) => arg.startsWith("-"));
  if (options.includes("-h")) return HELP;
  const unknown = options.find((option) => option !== "-a");
  if (unknown !== undefined) return [`Unknown argument: ${unknown}; use -h for help`];
  const isFull = options.includes("-a");
  const section = args.find((arg) => !arg.startsWith("-"));
  if (section === undefined) return bareDump(state, isFull);
  return sectionOf(state, section) ?? byName(state, section, isFull);
}

function sectionOf(state: PhoneState, section: string): Lines | null {
  switch (section) {
    case "l":
    case "lastanr":
      return dumpLastAnr(state);
    case "p":
    case "policy":
      return dumpPolicy(state);
    case "a":
    case "animator":
      return dumpAnimator(state);
    case "s":
    case "sessions":
      return dumpSessions(state);
    case "d":
    case "displays":
      return dumpDisplays(state);
    case "t":
    case "tokens":
      return dumpTokens(state);
    case "w":
    case "windows":
      return dumpWindows(state, true);
    case "all":
      return dumpWindows(state, true);
    default:
      return null;
  }
}

/** The windows for `visible`, `visible-apps`, `apps`, a title, a part of a title, or the hash of a window. */
function byName(state: PhoneState, name: string, isFull: boolean): Lines {
  const isSelection = SELECTIONS.has(name) && (name === "visible" || state.build.apiLevel >= 26);
  const displays = isSelection && name.includes("apps") ? dumpDisplays(state) : [];
  const filter = isSelection ? selection(name) : matcher(name);
  if (!allWindows(state).some(({ window }) => filter(window))) {
    return [...displays, `Bad window command, or no windows match: ${name}`, "Use -h for help."];
  }
  return [...displays, ...dumpWindows(state, isFull, filter)];
}

const SELECTIONS: ReadonlySet<string> = new Set(["visible", "visible-apps", "apps"]);

function selection(name: string): (window: WindowState) => boolean {
  return (window) =>
    (!name.includes("visible") || window.isVisible) && (!name.includes("apps") || window.activityHash !== null);
}

/** A hexadecimal name can only be a hash (RootWindowContainer.getWindowsByName). */
function matcher(name: string): (window: WindowState) => boolean {
  if (/^[0-9a-f]+$/i.test(name)) return (window) => window.hash === name.toLowerCase().replace(/^0+/, "");
  return (window) => window.title.includes(name);
}

const SEPARATOR = "-".repeat(79);

/** All sections. They start with the old copy of the last ANR; window blocks are short unless `-a` is given. */
function bareDump(state: PhoneState, isFull: boolean): Lines {
  const sections = [
    dumpLastAnr(state),
    dumpPolicy(state),
    dumpAnimator(state),
    dumpSessions(state),
    dumpDisplays(state),
    dumpTokens(state),
    dumpWindows(state, isFull),
  ];
  return sections.flatMap((section, index) => [...when(index > 0, ""), ...when(isFull, SEPARATOR), ...section]);
}

const HELP: Lines = [
  "Window manager dump options:",
  "  [-a] [-h] [cmd] ...",
  "  cmd may be one of:",
  "    l[astanr]: last ANR information",
  "    p[policy]: policy state",
  "    a[animator]: animator state",
  "    s[essions]: active sessions",
  "    d[isplays]: active display contents",
  "    t[okens]: token list",
  "    w[indows]: window list",
  "  cmd may also be a NAME to dump windows.  NAME may",
  "    be a partial substring in a window name, a",
  "    Window hex object identifier, or",
  '    "all" for all windows, or',
  '    "visible" for the visible windows.',
  '    "visible-apps" for the visible app windows.',
  "  -a: include all available server state.",
];

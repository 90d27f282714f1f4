import type { ActiveWindow, FactError, Keyguard } from "../../../screen/facts.js";
import { quoteWords } from "../../../screen/label.js";
import { type ActivityName, parseWindowName, type WindowName } from "../component.js";
import type { ChosenDisplay } from "./choose-display.js";
import { describeApp, describeWindow, type FocusLines, plainApp, readFocusLines } from "./focus.js";
import type { WindowSections } from "./sections.js";
import { topAppWindow, type WindowEntry } from "./window-list.js";

export interface FocusSources {
  readonly sections: WindowSections;
  readonly display: ChosenDisplay;
  readonly windows: readonly WindowEntry[];
  readonly keyguard: Keyguard;
}

/**
 * The window with the focus: `mCurrentFocus` of the chosen display. While that is null (transitions) the policy's
 * `mFocusedWindow`, then the focused app. On Android 7–9 the focus is in the policy or at the end of the window list.
 * On Android 10 and later a window list alone has no focus: then the topmost app window is given, marked as inferred,
 * with an error.
 */
export function activeWindowFrom(sources: FocusSources): {
  readonly activeWindow: ActiveWindow | null;
  readonly errors: readonly FactError[];
} {
  const { sections, display, windows, keyguard } = sources;
  const own = display.focus;
  const elsewhere = readFocusLines([...sections.windows, ...sections.policy]);
  const isShared = display.hasSharedFocus || display.displayId === null || display.displayId === 0;
  const isElsewhere = isShared && own.focuses.length === 0;
  const used = isElsewhere ? [own, elsewhere] : [own];
  const isContested = display.isContested || used.some((lines) => lines.isContested) || contradict(own, elsewhere);
  const focus = focusOf(own) ?? (isElsewhere ? focusOf(elsewhere) : undefined);
  const isUnlisted = isElsewhere && focus !== undefined && !isListed(focus, windows);
  if (!sections.isExcerpt && (isContested || isUnlisted || isInLaterList(sections))) {
    return { activeWindow: null, errors: [ambiguous("the focus")] };
  }
  const app = isShared && own.apps.length === 0 ? appOf(elsewhere) : appOf(own);
  if (focus) {
    const active = withOwner(describeWindow(focus, app, display.displayId, keyguard), windows);
    return sections.isExcerpt ? { activeWindow: active, errors: [] } : withoutForeignName(active);
  }
  if (app)
    return {
      activeWindow: describeApp(app, display.displayId, "focusedApp"),
      errors: [noFocus(own, "the focused app is given")],
    };
  return inferred(sources, own);
}

/**
 * Whether the two sets of lines name different windows or apps. Up to Android 9 the focus is printed in the policy and
 * after the window list, since Android 10 in each display's part: if both places have it, one may be from a title.
 */
function contradict(own: FocusLines, elsewhere: FocusLines): boolean {
  if (!hasLines(elsewhere)) return false;
  const { focuses, apps, policyFocus } = elsewhere;
  const hashes = [...own.focuses, ...focuses, policyFocus].flatMap((window) => window?.hash ?? []);
  const names = [...own.apps, ...apps].flatMap((app) => app?.component ?? []);
  return new Set(hashes).size > 1 || new Set(names).size > 1;
}

/**
 * A window list that ends with `mTopFocusedDisplayId` is from Android 10 or later, and has no focus lines of its own.
 */
function isInLaterList({ windows }: WindowSections): boolean {
  return windows.some((line) => /^\s*mTopFocusedDisplayId=/.test(line)) && hasLines(readFocusLines(windows));
}

function hasLines({ focuses, apps, policyFocus }: FocusLines): boolean {
  return focuses.length > 0 || apps.length > 0 || policyFocus !== null;
}

/** The focused window is in the window list, if there is a list: an app does not know the hash of its window there. */
function isListed({ hash }: WindowName, windows: readonly WindowEntry[]): boolean {
  return windows.length === 0 || windows.some((window) => window.hash === hash);
}

/** The error for a fact that the dump gives several times with different values. */
export function ambiguous(what: string): FactError {
  const why = "an app may have written line ends into the title of a window";
  return { probe: "window", code: "DUMP_AMBIGUOUS", message: `the dump gives ${what} in several ways; ${why}` };
}

/**
 * An app can give its window the name of another app's activity. The window manager's own record of the focused
 * activity says who owns the window. If the two differ, it is a transition or a false name, and the owner is unknown.
 */
function withoutForeignName(active: ActiveWindow): {
  readonly activeWindow: ActiveWindow;
  readonly errors: readonly FactError[];
} {
  const { app, component, title } = active;
  if (component === null || app === null || active.package === app.package) return { activeWindow: active, errors: [] };
  const message = `the focused window is called ${quoteWords(title ?? "")}, but ${app.component} has the focus: it is unknown whose window it is`;
  return {
    activeWindow: { ...active, package: null, activity: null, component: null, type: "application" },
    errors: [{ probe: "window", code: "FOCUS_UNKNOWN", message }],
  };
}

function focusOf(lines: FocusLines): WindowName | undefined {
  const focuses = lines.focuses.filter((focus) => focus !== null);
  return focuses[0] ?? lines.policyFocus ?? undefined;
}

/** The focused app of the same display: each display prints its focus and its app, in the same order. */
function appOf(lines: FocusLines): ActivityName | null {
  const place = lines.focuses.findIndex((focus) => focus !== null);
  if (place >= 0) return lines.apps[place] ?? null;
  const apps = lines.apps.filter((app) => app !== null);
  return lines.apps.length === 1 || lines.policyFocus ? (apps[0] ?? null) : null;
}

/** The owner of a popup, from the ActivityRecord of its window if the dump lists the windows. */
function withOwner(active: ActiveWindow, windows: readonly WindowEntry[]): ActiveWindow {
  if (active.package !== null) return active;
  const entry = windows.find((window) => window.hash === active.windowId);
  if (!entry) return active;
  return {
    ...active,
    package: entry.owner?.package ?? entry.package,
    activity: entry.owner?.activity ?? null,
    component: entry.owner?.component ?? null,
  };
}

function inferred({ sections, display, windows, keyguard }: FocusSources, own: FocusLines) {
  const displayId = display.displayId ?? 0;
  const top = isWhole(sections.windows)
    ? (imeTarget(sections.windows, windows) ?? topAppWindow(windows, displayId))
    : undefined;
  const said = top ? "the topmost visible app window is given instead" : "nothing is inferred";
  const errors = windows.length > 0 || own.focuses.length > 0 ? [noFocus(own, said)] : [];
  if (!top?.title) return { activeWindow: null, errors };
  const name: WindowName = {
    hash: top.hash ?? "",
    userId: top.userId,
    title: top.title,
    isExiting: false,
    ownerPackage: null,
    layoutType: null,
  };
  const described = withOwner(describeWindow(name, null, display.displayId ?? top.displayId, keyguard), windows);
  return {
    activeWindow: { ...described, app: plainApp(top.owner), windowId: top.hash, basis: "topWindow" as const },
    errors,
  };
}

/**
 * Whether the window list is complete: only then is the topmost window known. `mSystemBooted` comes after all lines
 * that name windows.
 */
function isWhole(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*mSystemBooted=/.test(line));
}

/** The window under the keyboard: it is the one that would get the focus, for example a popup of the app. */
function imeTarget(lines: readonly string[], windows: readonly WindowEntry[]): WindowEntry | undefined {
  const line = lines.find((text) => /^\s*(?:imeLayeringTarget|mInputMethodTarget) in display# ?0 Window\{/.test(text));
  const name = line === undefined ? undefined : parseWindowName(line.slice(line.indexOf("Window{")));
  return windows.find((window) => window.hash === name?.hash && window.visible === true);
}

function noFocus(own: FocusLines, instead: string): FactError {
  const why = own.focuses.length > 0 ? "no window has the focus (a transition)" : "the focus is not in this dump";
  return { probe: "window", code: "FOCUS_UNKNOWN", message: `${why}; ${instead}` };
}

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
 * The window with the focus: `mCurrentFocus` of the chosen display; while that is null (transitions) the policy's
 * `mFocusedWindow`, then the focused app; on Android 7–9 the policy or the window list's trailer. From Android 10 on a
 * window list alone has no focus: then the topmost app window is given, marked as inferred, with an error.
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
  const isContested = display.isContested || used.some((lines) => lines.isContested) || areAtOdds(own, elsewhere);
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
 * Up to Android 9 the focus is printed in the policy and after the window list, and from Android 10 on in the part of
 * each display: where it stands in both, one of them may be a line of a title.
 */
function areAtOdds(own: FocusLines, elsewhere: FocusLines): boolean {
  if (!hasLines(elsewhere)) return false;
  const { focuses, apps, policyFocus } = elsewhere;
  const hashes = [...own.focuses, ...focuses, policyFocus].flatMap((window) => window?.hash ?? []);
  const names = [...own.apps, ...apps].flatMap((app) => app?.component ?? []);
  return new Set(hashes).size > 1 || new Set(names).size > 1;
}

/** A window list of Android 10 and later, at whose end `mTopFocusedDisplayId` is, has no focus lines of its own. */
function isInLaterList({ windows }: WindowSections): boolean {
  return windows.some((line) => /^\s*mTopFocusedDisplayId=/.test(line)) && hasLines(readFocusLines(windows));
}

function hasLines({ focuses, apps, policyFocus }: FocusLines): boolean {
  return focuses.length > 0 || apps.length > 0 || policyFocus !== null;
}

/** What has the focus is in the list, where there is one: no app knows the hash that stands there for its window. */
function isListed({ hash }: WindowName, windows: readonly WindowEntry[]): boolean {
  return windows.length === 0 || windows.some((window) => window.hash === hash);
}

/** What comes several times in the dump, in other words. */
export function ambiguous(what: string): FactError {
  const why = "an app may have written line ends into the title of a window";
  return { probe: "window", code: "DUMP_AMBIGUOUS", message: `the dump gives ${what} in several ways; ${why}` };
}

/**
 * An app may call its window like another app's activity. The window manager's own record of the focused activity says
 * whose it is; where the two differ it is a transition, or a lie, and whose window it is stays open.
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

/** A popup's owner, found through the ActivityRecord of its window where the dump lists the windows. */
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

/** The trailer was reached: only then is what lies on top known. `mSystemBooted` follows all that names windows. */
function isWhole(lines: readonly string[]): boolean {
  return lines.some((line) => /^\s*mSystemBooted=/.test(line));
}

/** The window that the keyboard layers on is the one that would take the focus, for example a popup of the app. */
function imeTarget(lines: readonly string[], windows: readonly WindowEntry[]): WindowEntry | undefined {
  const line = lines.find((text) => /^\s*(?:imeLayeringTarget|mInputMethodTarget) in display# ?0 Window\{/.test(text));
  const name = line === undefined ? undefined : parseWindowName(line.slice(line.indexOf("Window{")));
  return windows.find((window) => window.hash === name?.hash && window.visible === true);
}

function noFocus(own: FocusLines, instead: string): FactError {
  const why = own.focuses.length > 0 ? "no window has the focus (a transition)" : "the focus is not in this dump";
  return { probe: "window", code: "FOCUS_UNKNOWN", message: `${why}; ${instead}` };
}

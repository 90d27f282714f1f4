import { isEmpty, type Rect, rectOf } from "../../../base/geometry.js";
import type { Ime, Keyguard, Power, SystemInsets } from "../../../screen/facts.js";
import { agreedMatch, booleanOf } from "../text.js";
import { isAuthority } from "./insets.js";
import type { InsetsParts } from "./merge-insets.js";
import type { WindowSections } from "./sections.js";
import type { WindowEntry } from "./window-list.js";

type Lines = readonly string[];

/**
 * Power from DisplayPolicy (10+) or PhoneWindowManager. `\b` at the end would miss Android 9's
 * `mAwake=truemScreenOnEarly=true`. From 11 on only the `displays` part has it.
 */
export function powerFrom(block: Lines, policy: Lines): Power | null {
  const lines = [...block, ...policy];
  const awake = stands(AWAKE, lines) ? firstSaid([AWAKE, lines]) : interactive(policy);
  const screenOn = stands(SCREEN_ON, lines) ? firstSaid([SCREEN_ON, lines]) : screenState(policy);
  if (awake === null && screenOn === null) return null;
  return { interactive: awake, wakefulness: null, displayState: screenOn === null ? null : screenOn ? "ON" : "OFF" };
}

const AWAKE = /\bmAwake=(true|false)/;
const SCREEN_ON = /\bmScreenOnFully=(true|false)/;

/** KeyguardServiceDelegate: INTERACTIVE_STATE_SLEEP/WAKING/AWAKE/GOING_TO_SLEEP, or 0–3 up to Android 8. */
function interactive(policy: Lines): boolean | null {
  const word = agreedMatch(policy, /^\s*interactiveState=(?:INTERACTIVE_STATE_)?(\w+)$/);
  if (word === undefined) return null;
  return word === "AWAKE" || word === "WAKING" || word === "1" || word === "2";
}

function screenState(policy: Lines): boolean | null {
  const word = agreedMatch(policy, /^\s*screenState=(?:SCREEN_STATE_)?(\w+)$/);
  if (word === undefined) return null;
  return word === "ON" || word === "2";
}

/**
 * The lock screen. `showing` is KeyguardServiceDelegate's (8+), else `mShowingLockscreen` (7), DisplayPolicy's
 * `isKeyguardShowing` (12+) or `isStatusBarKeyguard` (7–11); never `showingAndNotOccluded`, which is true without one.
 */
export function keyguardFrom(block: Lines, policy: Lines): Keyguard {
  const delegate = delegateLines(policy);
  if (delegate === null) return { showing: null, secure: null, occluded: null };
  const lines = [...block, ...policy];
  return {
    showing: firstSaid(
      [/^\s*showing=(true|false)$/, delegate],
      [/\bmIsShowing=(true|false)/, delegate],
      [/\bmShowingLockscreen=(true|false)/, policy],
      [/\bisKeyguardShowing=(true|false)/, lines],
      [/\bmShowingLockscreen=(true|false)/, block],
      [/\bisStatusBarKeyguard=(true|false)/, lines],
    ),
    secure: firstSaid([/^\s*secure=(true|false)$/, delegate]),
    occluded: firstSaid([/^\s*occluded=(true|false)$/, delegate], [/\bmKeyguardOccluded=(true|false)/, lines]),
  };
}

/** Picked lines may lack the header. Null where it is there twice: one of them is an app's. */
function delegateLines(policy: Lines): Lines | null {
  const starts = policy.flatMap((line, at) => (line.trim() === "KeyguardServiceDelegate" ? [at] : []));
  const [start] = starts;
  if (starts.length > 1) return null;
  return start === undefined ? policy : policy.slice(start + 1, start + 25);
}

/**
 * The keyboard: the insets source (11+, or the layout rectangles before) where it takes room; on Android 16 there is
 * none until the keyboard was shown once, then `mIsImeShowing` speaks; else its window in the window list. Up to
 * Android 10 a keyboard that takes no room may still be there, floating or over the whole screen in landscape:
 * `mIsImeShowing` (8+). Null if none of them reports it.
 */
export function imeFrom({ block, state, sections, windows }: InsetsParts, insets: SystemInsets | null): Ime | null {
  const source = insets?.ime ?? null;
  const isHidden = source?.visible === false && isAuthority(state);
  const showing = isHidden ? false : firstSaid([/\bmIsImeShowing=(true|false)/, block]);
  const window = windows.find((entry) => entry.layoutType === "INPUT_METHOD" || entry.title === "InputMethod");
  const visible = visibility(source, showing) ?? windowVisibility(window) ?? noImeWindow(sections);
  if (visible === null) return null;
  if (!visible) return { visible, frame: null, inputMethod: null };
  return { visible, frame: source?.visible === true ? source.frame : keysOf(window), inputMethod: null };
}

/** The keyboard's window may reach far above its keys (DisplayPolicy counts the part within the given insets). */
function keysOf(window: WindowEntry | undefined): Rect | null {
  if (!window?.frame || !window.givenContentInsets) return null;
  const { frame, givenContentInsets: given } = window;
  const keys = rectOf(
    frame.left + given.left,
    frame.top + given.top,
    frame.right - given.right,
    frame.bottom - given.bottom,
  );
  return isEmpty(keys) ? null : keys;
}

/** An insets source that is "visible" with an empty frame shows nothing: a hardware keyboard's strip. */
function visibility(source: SystemInsets["ime"], showing: boolean | null): boolean | null {
  return source?.visible === true ? source.frame !== null : showing;
}

function windowVisibility(window: WindowEntry | undefined): boolean | null {
  if (!window) return null;
  if (window.visible === null && window.hasSurface === null) return null;
  return window.visible !== false && window.hasSurface !== false;
}

function noImeWindow({ windows }: WindowSections): boolean | null {
  return windows.some((line) => /^\s*m(?:InputMethod|Ime)Window=null$/.test(line)) ? false : null;
}

/** What the first pattern says that stands in its lines; null where it stands there in several ways. */
function firstSaid(...ways: readonly (readonly [RegExp, Lines])[]): boolean | null {
  const way = ways.find(([pattern, lines]) => stands(pattern, lines));
  const word = way && agreedMatch(way[1], way[0]);
  return word === undefined ? null : booleanOf(word);
}

function stands(pattern: RegExp, lines: Lines): boolean {
  return lines.some((line) => pattern.test(line));
}

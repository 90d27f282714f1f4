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
 * `mAwake=truemScreenOnEarly=true`. Since Android 11 only the `displays` part has it.
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
 * The lock screen. `showing` is from KeyguardServiceDelegate (8+), else from `mShowingLockscreen` (7), DisplayPolicy's
 * `isKeyguardShowing` (12+) or `isStatusBarKeyguard` (7–11); never from `showingAndNotOccluded`, which is also true
 * without a lock screen.
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

/**
 * The lines of KeyguardServiceDelegate; all lines if an excerpt lacks the header. Null if the header appears twice: one
 * of them is from an app.
 */
function delegateLines(policy: Lines): Lines | null {
  const starts = policy.flatMap((line, at) => (line.trim() === "KeyguardServiceDelegate" ? [at] : []));
  const [start] = starts;
  if (starts.length > 1) return null;
  return start === undefined ? policy : policy.slice(start + 1, start + 25);
}

/**
 * The keyboard. The insets source (11+) or the layout rectangles (before) decide if the keyboard takes room. Android 16
 * has no source until the keyboard was shown once: then `mIsImeShowing` decides; else the keyboard's window in the
 * window list. Up to Android 10 a keyboard that takes no room may still be shown, floating or over the whole screen in
 * landscape: `mIsImeShowing` (8+). Null if nothing reports it.
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

/**
 * The part of the keyboard's window that has keys: the window may be much higher (DisplayPolicy subtracts the given
 * insets).
 */
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

/** A "visible" insets source with an empty frame shows nothing: it is the strip of a hardware keyboard. */
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

/** The value of the first pattern that matches any of its lines; null if its matches differ. */
function firstSaid(...ways: readonly (readonly [RegExp, Lines])[]): boolean | null {
  const way = ways.find(([pattern, lines]) => stands(pattern, lines));
  const word = way && agreedMatch(way[1], way[0]);
  return word === undefined ? null : booleanOf(word);
}

function stands(pattern: RegExp, lines: Lines): boolean {
  return lines.some((line) => pattern.test(line));
}

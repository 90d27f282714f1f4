import { FoveaError } from "../../base/errors.js";
import type { ActiveWindow, Power } from "../../screen/facts.js";
import { quoteWords } from "../../screen/label.js";
import type { Observation } from "../../screen/observation.js";
import { DEFAULT_OUTLINE } from "../../screen/outline.js";
import { renderScreen } from "../../screen/screen-text.js";
import type { Session } from "../../session/session.js";

/** Whether the screen is off. */

export function isOff(power: Power | null): boolean {
  return power?.interactive === false;
}

export function screenOff(session: Session): FoveaError {
  const device = session.device.serial;
  return new FoveaError("SCREEN_OFF", `the screen of ${device} is off; nothing was touched`, { device });
}

/**
 * `input` and screenshots work on the first display only: without a companion, nothing on another display is checked or
 * touched. Errors: OTHER_DISPLAY.
 */
export function refuseOtherDisplay(session: Session, window: ActiveWindow | null, cannot?: string): void {
  const error = otherDisplay(session, window, cannot);
  if (error) throw error;
}

/**
 * Keys go to the display that has the focus, and a companion touches it. What else means the first display (a size, a
 * rotation, a video, marks on a picture) does so with a companion, too.
 */
function otherDisplay(session: Session, window: ActiveWindow | null, cannot?: string): FoveaError | null {
  const id = window?.displayId ?? 0;
  if (id === 0) return null;
  const device = session.device.serial;
  const what = window?.component ?? quoteWords(window?.title ?? "");
  const message = `${what} is on display ${id} of ${device}, and ${cannot ?? "only the first can be touched"}; nothing was done`;
  const error = new FoveaError("OTHER_DISPLAY", message, { device });
  return cannot === undefined ? error : error.with({ recoverySuggestions: [BACK_TO_FIRST] });
}

const BACK_TO_FIRST = "Call press_key with key home, which goes back to the first display; then repeat the call.";

export function isLocked({ keyguard }: Observation): boolean {
  return keyguard?.showing === true && keyguard.occluded !== true;
}

/** The error that the target is not on the lock screen, which hides everything else. */
export function locked(session: Session, observation: Observation, wanted: string): FoveaError {
  const message = `${session.device.serial} is locked, and ${wanted} is not on its lock screen; nothing was touched`;
  const context = screenContext(session, observation, wanted);
  if (observation.keyguard?.secure !== false) return new FoveaError("DEVICE_LOCKED", message, context);
  const hint = "The lock has no secret: swipe with direction up leaves the lock screen.";
  return new FoveaError("DEVICE_LOCKED", message, { ...context, hint });
}

/**
 * The error that the elements of a screen could not be read, with the code of the cause; a point can still be touched.
 */
export function unreadable(session: Session, observation: Observation): FoveaError {
  const why = observation.errors.find((error) => error.probe === "hierarchy");
  const device = session.device.serial;
  const code = why?.code ?? "HIERARCHY_UNAVAILABLE";
  const message = `the elements cannot be read, nothing was touched: ${why?.message ?? "no hierarchy"}`;
  const error = new FoveaError(code, message, { device });
  const byPoint = "Take a screenshot and use a point (540,1200), which needs no elements.";
  return error.with({ recoverySuggestions: [error.hint, byPoint] });
}

/**
 * The error for a missing element on a screen whose hierarchy could not be read: the pixels were searched instead, but
 * may not show the element. Null if the hierarchy was read, or if the screen has none. The error is returned, not
 * thrown.
 */
export function unreadTree(session: Session, observation: Observation, wanted: string): FoveaError | null {
  if (observation.hierarchySource !== "vision") return null;
  const why = observation.errors.find(({ probe, code }) => probe === "hierarchy" && code !== "FACT_UNKNOWN");
  if (!why) return null;
  const message = `${wanted} is not an element that the pixels show, and the elements cannot be read, nothing was touched: ${why.message}`;
  return new FoveaError(why.code, message, screenContext(session, observation, wanted));
}

/**
 * The error that the elements may belong to another window than the one in front. Either the screen was changing, or
 * the window is on a display whose elements this device does not report (up to Android 10, uiautomator reads only the
 * first display).
 */
export function inconsistent(session: Session, { activeWindow }: Observation): FoveaError {
  const elsewhere = otherDisplay(session, activeWindow, "only the elements of the first can be read");
  if (elsewhere) return elsewhere;
  const device = session.device.serial;
  const hint = "Repeat the call: the screen was changing.";
  return new FoveaError("TORN_OBSERVATION", `the screen of ${device} changed while it was read; nothing was touched`, {
    device,
    hint,
  });
}

const MOST_CHARS = 1_500;

/** The screen as part of a refusal, so that the caller needs no other call to continue. */
export function screenContext(session: Session, observation: Observation, elementDescription: string) {
  return {
    device: session.device.serial,
    elementDescription,
    visualContext: renderScreen(observation, { ...DEFAULT_OUTLINE, maxChars: MOST_CHARS }),
  };
}

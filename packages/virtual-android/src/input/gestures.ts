import type { Point } from "../../../../src/base/geometry.js";
import type { CommandCall } from "../command.js";
import { JavaError } from "../java-error.js";

const DEFAULT_SWIPE_MS = 300;
const LONG_PRESS_MS = 400;
const DOUBLE_TAP_MIN_MS = 40;
/** From Android 12 on, a swipe sends 120 events a second; before, each event waits for the app's next frame. */
const NEW_SAMPLE_MS = 1000 / 120;
const OLD_SAMPLE_MS = 1000 / 60;

/**
 * INJECT_INPUT_EVENT_MODE_WAIT_FOR_FINISH: `input` continues after the app has handled the event, or after five
 * seconds.
 */
export async function waitForFinish(call: CommandCall): Promise<void> {
  const lag = call.phone.inputLagMs();
  if (lag > 0) await call.sleep(lag);
}

/** If the app responds, the finger leaves the display at the moment at which it touched it: no timer runs between. */
export async function tap(call: CommandCall, point: Point): Promise<void> {
  const { phone } = call;
  let isUp = false;
  phone.atOneMoment(() => {
    phone.touchDown(point);
    isUp = phone.inputLagMs() === 0;
    if (isUp) phone.touchUp(point);
  });
  await waitForFinish(call);
  if (isUp) return;
  phone.touchUp(point);
  await waitForFinish(call);
}

export interface Swipe {
  readonly from: Point;
  readonly to: Point;
  readonly durationMs: number;
  /** `draganddrop`: first holds the finger for a long press. */
  readonly holdsFirst: boolean;
}

/** Moves a finger along a line in the phone's time. */
export async function swipe(call: CommandCall, options: Swipe): Promise<void> {
  const { phone } = call;
  const { from, to } = options;
  const duration = options.durationMs < 0 ? DEFAULT_SWIPE_MS : options.durationMs;
  const sample = phone.build.apiLevel >= 31 ? NEW_SAMPLE_MS : OLD_SAMPLE_MS;
  phone.touchDown(from);
  try {
    await waitForFinish(call);
    if (options.holdsFirst) await call.sleep(LONG_PRESS_MS);
    for (let elapsed = 0; elapsed < duration; elapsed += sample) {
      const share = elapsed / duration;
      phone.touchMove({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
      await waitForFinish(call);
      await call.sleep(Math.min(sample, duration - elapsed));
    }
  } catch (error) {
    // If `input` is killed, the finger stays down, and the touch of the next `input` cancels it.
    if (call.signal.aborted) throw error;
    phone.touchCancel();
    throw error;
  }
  phone.touchUp(to);
  await waitForFinish(call);
}

export interface KeyStroke {
  readonly isLong: boolean;
  readonly isDouble: boolean;
}

export async function pressKey(call: CommandCall, name: string, stroke: KeyStroke): Promise<void> {
  for (let i = 0; i < (stroke.isDouble ? 2 : 1); i += 1) {
    if (i > 0) await call.sleep(DOUBLE_TAP_MIN_MS);
    if (stroke.isLong && call.phone.build.apiLevel >= 31) await call.sleep(LONG_PRESS_MS);
    if (name !== "UNKNOWN") call.phone.key(name, stroke.isLong ? "long" : "down-up");
    await waitForFinish(call);
  }
}

/** `%s` means a space, so a text cannot contain a percent sign before an s. */
export function unescapeText(text: string): string {
  return text.replaceAll("%s", " ");
}

/** Types a text as key events. Errors: the NullPointerException that a character without a key causes. */
export async function typeText(call: CommandCall, text: string, frames: readonly string[]): Promise<void> {
  const words = unescapeText(text);
  if (/[^\x20-\x7e\n\t]/.test(words)) {
    // KeyCharacterMap.getEvents gives null if a character has no key.
    throw new JavaError("java.lang.NullPointerException", "Attempt to get length of null array", frames);
  }
  for (const character of words) {
    call.phone.typeText(character);
    await waitForFinish(call);
  }
}

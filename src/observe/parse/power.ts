import type { Power } from "../../screen/facts.js";
import { booleanOf, firstMatch, wholeLines } from "./text.js";

export interface PowerFacts {
  readonly power: Power;
}

/** PowerManagerInternal.WAKEFULNESS_*: some builds print the number. */
const BY_NUMBER = ["Asleep", "Awake", "Dreaming", "Dozing"] as const;

/**
 * Reads `dumpsys power` of Android 5 to 16. The first wakefulness is the device's; later ones are of display groups.
 * Undefined if the text is something else.
 */
export function parsePower(text: string): PowerFacts | undefined {
  const lines = wholeLines(text);
  const word = firstMatch(lines, /^[\s\w]*[wW]akefulness(?:Locked\(\)|Raw)?\s*=\s*(\w+)$/);
  const state = firstMatch(lines, /^\s*Display Power: state=([A-Z_]+)/);
  if (word === undefined && state === undefined && !lines.some((line) => line.startsWith("POWER MANAGER "))) {
    return undefined;
  }
  const wakefulness = wakefulnessOf(word);
  return {
    power: {
      interactive: wakefulness ? wakefulness === "Awake" || wakefulness === "Dreaming" : interactiveOf(lines),
      wakefulness,
      displayState: displayStateOf(state),
    },
  };
}

function wakefulnessOf(word: string | undefined): Power["wakefulness"] {
  const byNumber = word !== undefined && /^[0-3]$/.test(word) ? BY_NUMBER[Number(word)] : undefined;
  return byNumber ?? BY_NUMBER.find((name) => name === word) ?? null;
}

function interactiveOf(lines: readonly string[]): boolean | null {
  return booleanOf(firstMatch(lines, /^\s*mHalInteractiveModeEnabled=(true|false)$/));
}

const DISPLAY_STATES = ["ON", "OFF", "DOZE", "DOZE_SUSPEND", "ON_SUSPEND", "VR", "UNKNOWN"] as const;

/** A name of android.view.Display.stateToString; null for undefined and unknown names. */
export function displayStateOf(word: string | undefined): Power["displayState"] {
  return DISPLAY_STATES.find((state) => state === word) ?? null;
}

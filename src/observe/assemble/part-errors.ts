import type { ActiveWindow, FactError, Keyguard, Power } from "../../screen/facts.js";
import type { Screenshot } from "../../screen/observation.js";
import { type ObservationParts, resultsOf } from "../observation-parts.js";
import { factError } from "../probe.js";
import { type Facts, unknownFacts } from "./unknown-facts.js";

export interface LookFacts {
  readonly look: ObservationParts;
  readonly facts: Facts;
  readonly isInconsistent: boolean;
  readonly screenshot: Screenshot | null;
}

/**
 * All errors of an observation: failed probes, a screen that shows nothing useful, inconsistent parts, unknown facts.
 */
export function partErrors({ look, facts, isInconsistent, screenshot }: LookFacts): readonly FactError[] {
  const { merged } = look;
  return [
    ...look.failures,
    ...resultsOf(look).flatMap((result) => result.errors),
    ...(merged?.errors ?? []),
    ...(screenshot?.black ? [BLACK] : []),
    ...powerErrors(facts.power),
    ...lockErrors(facts.keyguard, facts.activeWindow),
    ...(isInconsistent ? [INCONSISTENT] : []),
    ...unknownFacts(
      facts,
      { device: look.device.value !== null, window: merged !== null, isCut: merged?.facts.isCut === true },
      look.facts,
    ),
  ];
}

const INCONSISTENT = factError(
  "observe",
  "TORN_OBSERVATION",
  "its parts are of different screens: window, tree and picture",
);

const BLACK = factError(
  "screenshot",
  "SCREENSHOT_BLACK",
  "everything in the screenshot but the system bars is black: a secure window, protected video, or the screen is off",
);

function powerErrors(power: Power | null): readonly FactError[] {
  if (power?.interactive !== false) return [];
  return [factError("power", "SCREEN_OFF", `the screen is off (${power.wakefulness ?? "not interactive"})`)];
}

function lockErrors(keyguard: Keyguard | null, front: ActiveWindow | null): readonly FactError[] {
  if (keyguard?.showing !== true || keyguard.occluded === true) return [];
  // Android 7 does not report whether an activity covers the lock screen, but such an activity has the focus.
  if (keyguard.occluded === null && front?.basis === "focus" && front.type === "application") return [];
  const how = keyguard.secure === true ? " (secured)" : "";
  return [factError("window", "DEVICE_LOCKED", `the lock screen is showing${how}`)];
}

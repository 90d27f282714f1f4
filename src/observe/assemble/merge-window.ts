import type { Power } from "../../screen/facts.js";
import type { MergedWindow, ProbeResults } from "../observation-parts.js";
import { withKeyguard } from "../parse/window/focus.js";

/**
 * Merges the window manager's first report with its second report, which was read right after the hierarchy in the same
 * stream. The second report belongs to the hierarchy and replaces the first. Facts that the second, shorter report
 * lacks (how the lock is secured, wakefulness) keep their first value and age. Null if there is no report.
 */
export function mergeWindow({ window, hierarchy }: Pick<ProbeResults, "window" | "hierarchy">): MergedWindow | null {
  const first = window.value;
  const after = hierarchy?.value?.windowAfter ?? null;
  const afterAt = hierarchy?.takenAt ?? null;
  if (!after) return first && { facts: first, errors: first.errors, takenAt: allOf(window.takenAt) };
  if (!first) return { facts: { ...after, deviceTimeMs: null }, errors: after.errors, takenAt: allOf(afterAt) };
  const keyguard = first.keyguard && after.keyguard ? overlay(first.keyguard, after.keyguard, KEYGUARD) : null;
  const power = isOtherPower(first.power, after.power) ? after.power : first.power;
  const ageOf = (isLater: boolean) => (isLater ? afterAt : window.takenAt);
  const facts = { ...overlay(first, after, WINDOW), keyguard: keyguard ?? first.keyguard ?? after.keyguard, power };
  const activeWindow = facts.activeWindow && withKeyguard(facts.activeWindow, facts.keyguard);
  return {
    facts: { ...facts, activeWindow },
    errors: after.activeWindow ? after.errors : [...first.errors, ...after.errors],
    takenAt: {
      window: ageOf(reportsAll(first, after, WINDOW)),
      keyguard: ageOf(reportsAll(first.keyguard, after.keyguard, KEYGUARD)),
      power: ageOf(power === after.power),
    },
  };
}

const WINDOW = ["displayId", "screenSize", "density", "rotation", "systemInsets", "activeWindow", "ime"] as const;
const KEYGUARD = ["showing", "secure", "occluded"] as const;

function allOf(takenAt: number | null): MergedWindow["takenAt"] {
  return { window: takenAt, keyguard: takenAt, power: takenAt };
}

/** The first facts, each replaced by the later value if there is one. */
function overlay<Facts extends object, Key extends keyof Facts>(
  first: Facts,
  later: Pick<Facts, Key>,
  keys: readonly Key[],
): Facts {
  const reported = keys.filter((key) => later[key] !== null).map((key) => [key, later[key]]);
  return { ...first, ...Object.fromEntries(reported) };
}

/** Whether the later report has every fact of the first one. */
function reportsAll<Key extends string>(
  first: Readonly<Partial<Record<Key, unknown>>> | null,
  later: Readonly<Partial<Record<Key, unknown>>> | null,
  keys: readonly Key[],
): boolean {
  return keys.every((key) => (first?.[key] ?? null) === null || (later?.[key] ?? null) !== null);
}

/**
 * Whether the screen went on or off between the reports. If not, the first report is kept: it also has the power
 * manager's facts.
 */
function isOtherPower(first: Power | null, after: Power | null): boolean {
  if (!first || !after || after.interactive === null) return first === null;
  return after.interactive !== first.interactive;
}

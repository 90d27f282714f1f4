import { type Capability, FIELDS, type Field, FLAGS, type Flag } from "./vocabulary.js";
import type { HostFacts } from "./wire/host.js";

/** The API level from which the framework reports a flag or a field, if later than 24 (android.md 6.6). */
const FLAGS_SINCE: Partial<Readonly<Record<Flag, number>>> = {
  partiallyChecked: 36,
  showingHint: 26,
  heading: 28,
  screenReaderFocusable: 28,
  textEntryKey: 29,
  textSelectable: 33,
  dataSensitive: 34,
  required: 36,
};

const FIELDS_SINCE: Partial<Readonly<Record<Field, number>>> = {
  hint: 26,
  stateDescription: 30,
  paneTitle: 28,
  tooltip: 28,
  containerTitle: 34,
  supplementalDescription: 36,
  uniqueId: 33,
  expanded: 36,
};

type Reported = Omit<HostFacts, "host" | "build" | "epoch" | "apiLevel">;

/** The capabilities and limits of the companion on a release. The companion shell has more rights than the service. */
export function releaseOf(host: "service" | "shell", apiLevel: number): Reported {
  return {
    capabilities: host === "service" ? serviceCan(apiLevel) : shellCan(apiLevel),
    knownFlags: FLAGS.filter((flag) => apiLevel >= (FLAGS_SINCE[flag] ?? 24)),
    knownFields: FIELDS.filter((field) => apiLevel >= (FIELDS_SINCE[field] ?? 24)),
    // GestureDescription.MAX_STROKE_COUNT, 10 up to Android 8.
    strokes: apiLevel >= 28 ? 20 : 10,
    screenshotIntervalMs: host === "shell" ? 0 : intervalOf(apiLevel),
  };
}

/**
 * AccessibilityService.ACCESSIBILITY_TAKE_SCREENSHOT_REQUEST_INTERVAL_TIMES_MS is 333, and 1000 on Android 11; a small
 * margin is added.
 */
function intervalOf(apiLevel: number): number {
  if (apiLevel < 30) return 0;
  return apiLevel === 30 ? 1010 : 343;
}

function serviceCan(apiLevel: number): readonly Capability[] {
  const since: readonly (readonly [Capability, boolean])[] = [
    ["gestures", true],
    ["continuedGestures", apiLevel >= 26],
    ["globalActions", true],
    ["screenshot", apiLevel >= 30],
    ["windowScreenshot", apiLevel >= 34],
    ["inputMethod", apiLevel >= 33],
    // From Android 10 on, only the focused app and the keyboard may read the clipboard.
    ["readClipboard", apiLevel < 29],
    ["writeClipboard", true],
    ["allDisplays", apiLevel >= 30],
  ];
  return since.flatMap(([name, can]) => (can ? [name] : []));
}

function shellCan(apiLevel: number): readonly Capability[] {
  const always: readonly Capability[] = [
    "gestures",
    "continuedGestures",
    "globalActions",
    "screenshot",
    "readClipboard",
    "writeClipboard",
  ];
  return apiLevel >= 30 ? [...always, "allDisplays"] : always;
}

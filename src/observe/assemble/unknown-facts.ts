import type { FactError } from "../../screen/facts.js";
import type { Observation } from "../../screen/observation.js";
import type { ReportedFact } from "../fact-probe.js";
import { factError } from "../probe.js";

export type Facts = Pick<
  Observation,
  | "device"
  | "deviceTime"
  | "displayId"
  | "screenSize"
  | "density"
  | "rotation"
  | "systemInsets"
  | "activeWindow"
  | "ime"
  | "power"
  | "keyguard"
>;

/**
 * Errors for facts that are null although their probe answered. If every release reports the fact, the answer was cut
 * off or has an unknown format: NOT_THIS_FORMAT. All other facts are not reported by this device: one FACT_UNKNOWN for
 * all of them. If the answer was cut off, it is unknown whether the device reports them.
 */
export function unknownFacts(
  { device, ...window }: Facts,
  answered: { readonly device: boolean; readonly window: boolean; readonly isCut?: boolean },
  reported: readonly Pick<ReportedFact, "name" | "fields">[] = [],
): readonly FactError[] {
  const names = [
    ...(answered.device ? unknownNames({ device }) : []),
    ...(answered.window ? unknownNames(window) : []),
  ];
  const missing = names.filter((name) => !name.includes(".") && !MAY_BE_MISSING.has(name));
  const unreported = names.filter((name) => !missing.includes(name));
  const cut = answered.isCut ? ", which was cut off" : "";
  const isWhole = !answered.isCut && missing.length === 0;
  const unsaid = isWhole ? NOT_REPORTED : `not in the window manager's answer${cut}:`;
  return [
    ...named("window", missing, "NOT_THIS_FORMAT", `the window manager's answer${cut} lacks`),
    ...named("window", unreported, "FACT_UNKNOWN", unsaid),
    ...reported.flatMap(({ name, fields }) => named(name, unknownIn(fields, window), "FACT_UNKNOWN", NOT_REPORTED)),
  ];
}

const NOT_REPORTED = "not reported by this device:";

/**
 * The null facts of a separate probe. Facts of the window manager that this probe also fills are named with the
 * window's facts.
 */
function unknownIn(fields: object, window: object): readonly string[] {
  const own = Object.entries(fields).filter(([name, value]) => value !== null && !(name in window));
  return unknownNames(Object.fromEntries(own));
}

/** Not every release reports them; a separate probe asks for the keyboard then. */
const MAY_BE_MISSING: ReadonlySet<string> = new Set(["deviceTime", "ime"]);

function named(
  probe: string,
  names: readonly string[],
  code: "NOT_THIS_FORMAT" | "FACT_UNKNOWN",
  words: string,
): readonly FactError[] {
  return names.length === 0 ? [] : [factError(probe, code, `${words} ${names.join(", ")}`)];
}

/**
 * The paths of all null facts, as `keyguard.secure`; the items of a list share one path, as `windows[].frame`. Leaves
 * out a null that is an answer ("none"), and the fields of nodes and elements.
 */
export function unknownNames(facts: object): readonly string[] {
  const found = new Set<string>();
  collect(facts, "", found);
  return [...found];
}

function collect(value: object, path: string, found: Set<string>): void {
  for (const [key, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? `${path}[]` : path === "" ? key : `${path}.${key}`;
    if (inner === null) {
      if (!isAnswer(name, value)) found.add(name);
    } else if (typeof inner === "object" && !NO_FACTS.has(name)) collect(inner, name, found);
  }
}

/**
 * Fields without facts of the device: errors and sources. A null in a node or element means that it has no such value,
 * or that the value is not reported.
 */
const NO_FACTS: ReadonlySet<string> = new Set([
  "errors",
  "parts",
  "cost",
  "viewHierarchy",
  "elements",
  "focusedElement",
]);

type Answer = (around: Readonly<Record<string, unknown>>) => boolean;

/** Paths whose null is an answer if the condition holds for the fields beside it. */
const ANSWERS: readonly (readonly [RegExp, Answer])[] = [
  // Here null means: no error, no override, no focus, not saved.
  [/^(?:error|overrideSize|overrideDensity|focusedElement|screenshot\.path)$/, () => true],
  [/^ime\.frame$/, ({ visible }) => visible === false],
  [/^systemInsets\.\w+\.frame$/, ({ left, top, right, bottom }) => sidesOf([left, top, right, bottom]) !== 1],
  [/^activeWindow\.(?:activity|component)$/, ({ type }) => type === null || WITHOUT_ACTIVITY.has(type)],
  [
    /^windows\[\]\.owner$/,
    ({ layoutType }) => typeof layoutType === "string" && !/^(?:BASE_|DRAWN_)?APPLICATION/.test(layoutType),
  ],
];

/** Windows of the system, of a service, and of an app that is still starting. */
const WITHOUT_ACTIVITY: ReadonlySet<unknown> = new Set([
  "notificationShade",
  "keyguard",
  "anrDialog",
  "crashDialog",
  "overlay",
  "splash",
  "system",
]);

function isAnswer(name: string, around: object): boolean {
  return ANSWERS.some(([pattern, answers]) => pattern.test(name) && answers({ ...around }));
}

/** How many edges have insets. Insets along several edges, or along none, cannot be given as one rectangle. */
function sidesOf(thicknesses: readonly unknown[]): number {
  return thicknesses.filter((one) => typeof one === "number" && one > 0).length;
}

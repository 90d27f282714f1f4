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
 * Facts that are null although their probe answered. A fact that every release reports is missing from this answer: it
 * was cut, or it is of a kind that Fovea cannot read. All else is a fact that this device does not report: quiet, one
 * error for all of them; where the answer was cut, that is unknown.
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
 * The facts of a separate probe that are null. It also fills facts of the window manager, which are named
 * there.
 */
function unknownIn(fields: object, window: object): readonly string[] {
  const own = Object.entries(fields).filter(([name, value]) => value !== null && !(name in window));
  return unknownNames(Object.fromEntries(own));
}

/** Not every release reports them; the keyboard's own service was asked then. */
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
 * The paths of all that is null in facts and thereby unknown, as `keyguard.secure`; the items of a list count together,
 * as `windows[].frame`. A null that is an answer is not among them, and neither is what nodes and elements do not have.
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
 * Errors and the sources of the facts; for nodes and elements null means that they have none, or that it is not
 * reported.
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

/** Where null is an answer, by what is beside it. */
const ANSWERS: readonly (readonly [RegExp, Answer])[] = [
  // No error, no override, no focus, not saved.
  [/^(?:error|overrideSize|overrideDensity|focusedElement|screenshot\.path)$/, () => true],
  [/^ime\.frame$/, ({ visible }) => visible === false],
  [/^systemInsets\.\w+\.frame$/, ({ left, top, right, bottom }) => sidesOf([left, top, right, bottom]) !== 1],
  [/^activeWindow\.(?:activity|component)$/, ({ type }) => type === null || WITHOUT_ACTIVITY.has(type)],
  [
    /^windows\[\]\.owner$/,
    ({ layoutType }) => typeof layoutType === "string" && !/^(?:BASE_|DRAWN_)?APPLICATION/.test(layoutType),
  ],
];

/** Windows of the system, of a service, and of an app that is only starting. */
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

/** Insets along several edges, or along none, have no one rectangle. */
function sidesOf(thicknesses: readonly unknown[]): number {
  return thicknesses.filter((one) => typeof one === "number" && one > 0).length;
}

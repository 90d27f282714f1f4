import type { FactError } from "../screen/facts.js";
import type { Observation } from "../screen/observation.js";
import { factError } from "./probe.js";

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

/** Null by nature (no frame of a hidden keyboard, no activity of a system window), or with an error of its own (ime). */
const MAY_BE_NULL =
  /^(?:ime|ime\.frame|ime\.inputMethod|systemInsets\.(?:\w+\.frame|edges)|activeWindow\.(?:activity|component|app|windowId|userId|displayId|package))$/;

/**
 * What is null although its probe answered. What every release tells is missing from this answer: it was cut, or it is
 * of a kind that Fovea cannot read. All else is a fact that this device does not tell: quiet, one error for all of them.
 */
export function unknownFacts(
  facts: Facts,
  answered: { readonly device: boolean; readonly window: boolean },
): readonly FactError[] {
  const { device, ...window } = facts;
  const names = [
    ...(answered.device ? nullNames(device, "device") : []),
    ...(answered.window ? nullNames(window, "") : []),
  ].filter((name) => !MAY_BE_NULL.test(name));
  const missing = names.filter((name) => !name.includes(".") && name !== "deviceTime");
  const untold = names.filter((name) => !missing.includes(name));
  return [
    ...named(missing, "NOT_THIS_FORMAT", "the window manager's answer lacks"),
    ...named(untold, "FACT_UNKNOWN", "not told by this device:"),
  ];
}

function named(
  names: readonly string[],
  code: "NOT_THIS_FORMAT" | "FACT_UNKNOWN",
  words: string,
): readonly FactError[] {
  return names.length === 0 ? [] : [factError("window", code, `${words} ${names.join(", ")}`)];
}

function nullNames(value: unknown, name: string): readonly string[] {
  if (value === null) return [name];
  if (typeof value !== "object" || value === undefined) return [];
  return Object.entries(value).flatMap(([key, inner]) => nullNames(inner, name === "" ? key : `${name}.${key}`));
}

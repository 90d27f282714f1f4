import type { FactError } from "../screen/facts.js";
import type { Observation } from "../screen/observation.js";
import { factError } from "./probe.js";

type Facts = Pick<
  Observation,
  "displayId" | "screenSize" | "density" | "rotation" | "systemInsets" | "activeWindow" | "ime" | "power" | "keyguard"
>;

/** Parts that are null by nature: no frame of a hidden keyboard, no activity of a system window. */
const MAY_BE_NULL =
  /^(?:ime\.frame|ime\.inputMethod|systemInsets\.(?:\w+\.frame|edges)|activeWindow\.(?:activity|component|app|windowId|userId|displayId|package))$/;

/** One error that names every fact that the device did not tell; none where all are known. */
export function unknownFacts(facts: Facts, wasAnswered: boolean): readonly FactError[] {
  if (!wasAnswered) return [];
  const names = nullNames(facts, "").filter((name) => !MAY_BE_NULL.test(name));
  return names.length === 0
    ? []
    : [factError("window", "FACT_UNKNOWN", `not told by this device: ${names.join(", ")}`)];
}

function nullNames(value: unknown, name: string): readonly string[] {
  if (value === null) return [name];
  if (typeof value !== "object" || value === undefined) return [];
  return Object.entries(value).flatMap(([key, inner]) => nullNames(inner, name === "" ? key : `${name}.${key}`));
}

import type { PackageState } from "../../package-state.js";
import type { PhoneState } from "../../phone-state.js";
import type { Lines } from "../text.js";

/** `dumpsys appops`: the modes that are not the default, by uid and package. */
export function dumpAppOps(state: PhoneState): Lines {
  return ["Current AppOps Service state:", ...state.packages.flatMap(packageLines)];
}

function packageLines({ uid, packageName, appOps }: PackageState): Lines {
  const ops = [...(appOps ?? [])];
  if (ops.length === 0) return [];
  return [
    `  Uid u0a${uid - 10_000}:`,
    "    state=cch",
    `    Package ${packageName}:`,
    ...ops.map(([op, mode]) => `      ${op} (${mode}):`),
  ];
}

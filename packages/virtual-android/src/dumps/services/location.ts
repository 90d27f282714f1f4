import type { PhoneState } from "../../phone-state.js";
import { type Lines, linesOf, NOW } from "../text.js";

/** `dumpsys location`: the providers, and where test providers say that the phone is (MockLocationProvider.dump). */
export function dumpLocation(state: PhoneState): Lines {
  const mocks = new Map(state.testLocations ?? []);
  const providers = [...new Set(["passive", "network", "gps", ...mocks.keys()])];
  return [
    "Location Manager State:",
    ...linesOf(state.build.apiLevel, [[31, NOW, "  User Info: running={0}"]]),
    "  Location Providers:",
    ...providers.flatMap((name) => {
      const place = mocks.get(name);
      const at = place
        ? `Location[${name} ${place.latitude.toFixed(6)},${place.longitude.toFixed(6)} hAcc=100.0]`
        : "null";
      return [
        `    ${name} provider${mocks.has(name) ? " [mock]" : ""}:`,
        `      last location=${at}`,
        "      enabled=true",
        ...(mocks.has(name) ? ["      service:", `        last mock location=${at}`] : []),
      ];
    }),
  ];
}

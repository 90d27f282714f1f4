import type { PhoneState } from "../../phone-state.js";
import { formatDuration, type Lines, when } from "../text.js";

/** `dumpsys location`: the apps that request the location, and the location that each provider reports. */
export function dumpLocation(state: PhoneState): Lines {
  return state.build.apiLevel >= 31 ? providersDump(state) : recordsDump(state);
}

/** LocationProviderManager.dump and MockLocationProvider.dump. */
function providersDump(state: PhoneState): Lines {
  const mocks = new Map(state.testLocations ?? []);
  const providers = [...new Set(["passive", "network", "gps", ...mocks.keys()])];
  return [
    "Location Manager State:",
    "  User Info: running={0}",
    "  Location Providers:",
    ...providers.flatMap((name) => {
      const isMock = mocks.has(name);
      const place = isMock ? mocks.get(name) : name === "gps" ? state.gps?.lastFix : null;
      const at = place ? `Location[${name} ${degrees(place)} hAcc=100.0]` : "null";
      const isStarted = name === "gps" && (state.gps?.listeners.length ?? 0) > 0;
      return [
        `    ${name} provider${isMock ? " [mock]" : ""}:`,
        `      last location=${at}`,
        "      enabled=true",
        ...when(isMock, "      service:", `        last mock location=${at}`),
        ...when(isStarted, "      mStarted=true   (changed +1s0ms ago)"),
      ];
    }),
  ];
}

/** LocationManagerService.dump up to Android 11. */
function recordsDump(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const listeners = state.gps?.listeners ?? [];
  const records = listeners.map((name) => updateRecord(state, name));
  const fix = state.gps?.lastFix;
  const accuracy = api >= 26 ? "hAcc=20" : "acc=20";
  const at = fix
    ? [`    gps: Location[gps ${localDegrees(state, fix)} ${accuracy} et=${formatDuration(state.uptimeMs)}]`]
    : [];
  return [
    "Current Location Manager state:",
    "  Location Listeners:",
    ...records.map((record) => `    Reciever[1a2b3c4 listener ${record} monitoring location: true]`),
    api >= 28 ? "  Active Records by Provider:" : "  Records by Provider:",
    ...when(records.length > 0, "    gps:"),
    ...records.map((record) => `      ${record}`),
    "  Last Known Locations:",
    ...at,
    "  Last Known Locations Coarse Intervals:",
    ...at,
    "  Geofences:",
    "  Enabled Providers:",
    "    passive",
    "    gps",
    "  fudger: offset: 930, -99 (meters)",
  ];
}

function updateRecord(state: PhoneState, packageName: string): string {
  const uid = state.packages.find((one) => one.packageName === packageName)?.uid ?? 10_000;
  const request = "Request[ACCURACY_FINE gps requested=+1s0ms fastest=+1s0ms]";
  if (state.build.apiLevel < 28) return `UpdateRecord[gps ${packageName}(${uid}) ${request}]`;
  return `UpdateRecord[gps ${packageName}(${uid} foreground) ${request} null]`;
}

/** Location.toString; up to Android 11 it formats numbers in the system's language. */
function localDegrees(state: PhoneState, place: Parameters<typeof degrees>[0]): string {
  const form = new Intl.NumberFormat(state.properties.get("persist.sys.locale") ?? "en-US", {
    minimumFractionDigits: 6,
    maximumFractionDigits: 6,
    numberingSystem: "latn",
  });
  return `${form.format(place.latitude)},${form.format(place.longitude)}`;
}

function degrees({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): string {
  return `${latitude.toFixed(6)},${longitude.toFixed(6)}`;
}

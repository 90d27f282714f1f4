import { FoveaError } from "../../base/errors.js";
import { pollUntil } from "../../base/signals.js";
import { askConsole, consolePort } from "../emulator-console.js";
import type { Phone } from "../phone.js";
import { ask, type DeviceState, unknownForm } from "./device-state.js";
import { parsePointText, pointText } from "./point-text.js";

/** How long the GPS of an emulator may take to report a new location to an app. */
const FIX_MS = 2_000;
const POLL_MS = 200;

/**
 * How exactly the system reports the location, in degrees: the console converts it to NMEA sentences with ten
 * thousandths of a minute (android/console.c: do_geo_fix).
 */
const CLOSE = 0.000_02;

/**
 * The location that the GPS of an emulator reports, as `52.520000,13.405000`, set by `geo fix` of its console. It is
 * read from the last fix of the system, which exists only after an app asked for its location: null if no app ever did.
 */
export const emulatorLocation: DeviceState = {
  name: "emulator location",
  read: async (phone, signal) => lastFix(phone, await dump(phone, signal)),
  require: requireConsole,
  write: async (phone, value, signal) => {
    requireConsole(phone);
    if (value === null) throw nowhere(phone);
    const { latitude, longitude } = parsePointText(value) ?? {};
    if (latitude === undefined || longitude === undefined)
      throw new FoveaError("INVALID_ARGUMENT", `"${value.slice(0, 80)}" is not a place`);
    await askConsole(phone.device, `geo fix ${longitude.toFixed(6)} ${latitude.toFixed(6)}`, signal);
  },
  prove: async (phone, value, signal) => {
    const lastAt = performance.now() + FIX_MS;
    const look = async () => {
      const said = await dump(phone, signal);
      const isShown = isClose(lastFix(phone, said), value);
      const isAwaited = isAsked(said) && performance.now() < lastAt;
      return isShown || !isAwaited ? { isShown, isAsked: isAsked(said) } : undefined;
    };
    const seen = await pollUntil(look, POLL_MS, signal);
    if (seen.isShown) return null;
    return seen.isAsked ? NOT_SHOWN : NOT_ASKED;
  },
};

const NOT_ASKED = "no app asks for its location now; the emulator gives this location to the next app that does";
const NOT_SHOWN = `an app asks for its location, and the system shows a different one after ${FIX_MS / 1_000} s; check that location is switched on in Settings`;

async function dump(phone: Phone, signal: AbortSignal): Promise<string> {
  return await ask(phone, ["dumpsys", "-t", "5", "location"], signal);
}

/**
 * `gps: Location[gps 52.520000,13.405000 …]` of LocationManagerService up to Android 11, and since then `last
 * location=…` of LocationProviderManager. Up to Android 11 numbers have the format of the system's language.
 */
function lastFix(phone: Phone, said: string): string | null {
  if (!/^(?:Current )?Location Manager State:/im.test(said)) throw unknownForm(phone, "its location", said);
  const [, ...found] =
    /^ {0,20}(?:gps: |last location=)Location\[gps (-?\d{1,3})[.,](\d{1,9}),(-?\d{1,3})[.,](\d{1,9})/m.exec(said) ?? [];
  const [latitude, latitudePart, longitude, longitudePart] = found;
  if (longitudePart === undefined) return null;
  return pointText(Number(`${latitude}.${latitudePart}`), Number(`${longitude}.${longitudePart}`));
}

/**
 * Whether an app asks for its location: requests of apps up to Android 11; since 9 GnssLocationProvider reports that it
 * runs.
 */
function isAsked(said: string): boolean {
  return /\bUpdateRecord\[gps /.test(said) || /^ {0,20}mStarted=true\b/m.test(said);
}

function isClose(fix: string | null, value: string | null): boolean {
  const [one, other] = [parsePointText(fix ?? ""), parsePointText(value ?? "")];
  if (one === undefined || other === undefined) return fix === value;
  return Math.abs(one.latitude - other.latitude) < CLOSE && Math.abs(one.longitude - other.longitude) < CLOSE;
}

/** Refuses devices without a console. Errors: UNSUPPORTED_ON_DEVICE. */
function requireConsole({ device, apiLevel }: Phone): void {
  if (consolePort(device) !== null) return;
  const message = `${device.serial} has API ${apiLevel ?? "of unknown level"} and is not an emulator of this host: its shell sets no location before Android 13`;
  throw new FoveaError("UNSUPPORTED_ON_DEVICE", message, {
    device: device.serial,
    hint: "Use an emulator of this host (emulator-5554), or a device with Android 13 or later.",
  });
}

function nowhere({ device }: Phone): FoveaError {
  const message = `the location of ${device.serial} before the change is unknown: no app had asked for it`;
  return new FoveaError("STATE_REFUSED", message, { device: device.serial });
}

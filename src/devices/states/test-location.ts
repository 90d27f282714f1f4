import { FoveaError } from "../../base/errors.js";
import type { Phone } from "../phone.js";
import { ask, change, type DeviceState, unknownForm } from "./device-state.js";
import { pointText } from "./point-text.js";

/** The providers to replace: with only one, apps that use the network's location would get another place. */
const PROVIDERS = ["gps", "network"] as const;

/** The user id of `adb shell`, which needs the permission to create test providers. */
const SHELL_UID = "2000";

/** Before, only an emulator's console can set a location: `emulatorLocation`. */
export const FIRST_WITH_TEST_PROVIDERS = 33;

/**
 * The location that test providers of the shell report to the phone, as `52.520000,13.405000`; null without them.
 * LocationShellCommand has them, certainly since Android 13.
 */
export const testLocation: DeviceState = {
  name: "test location",
  read: async (phone, signal) => {
    requireProgram(phone);
    const said = await ask(phone, ["dumpsys", "-t", "5", "location"], signal);
    if (!/ provider\b/m.test(said)) throw unknownForm(phone, "its location", said);
    // The formats of MockLocationProvider.dump and Location.toString.
    const [, latitude, longitude] = /last mock location=Location\[\w+ (-?\d+\.\d+),(-?\d+\.\d+)/.exec(said) ?? [];
    return latitude === undefined || longitude === undefined ? null : pointText(Number(latitude), Number(longitude));
  },
  write: async (phone, value, signal) => {
    requireProgram(phone);
    if (value === null) await removeProviders(phone, signal);
    else await place(phone, value, signal);
  },
};

async function place(phone: Phone, point: string, signal: AbortSignal): Promise<void> {
  const user = String(phone.user);
  await change(phone, ["appops", "set", "--user", user, SHELL_UID, "android:mock_location", "allow"], signal);
  for (const provider of PROVIDERS) {
    await change(phone, ["cmd", "location", "providers", "add-test-provider", provider], signal);
    await change(phone, ["cmd", "location", "providers", "set-test-provider-enabled", provider, "true"], signal);
    const where = [provider, "--location", point];
    await change(phone, ["cmd", "location", "providers", "set-test-provider-location", ...where], signal);
  }
}

async function removeProviders(phone: Phone, signal: AbortSignal): Promise<void> {
  for (const provider of PROVIDERS)
    await change(phone, ["cmd", "location", "providers", "remove-test-provider", provider], signal);
  const user = String(phone.user);
  await change(phone, ["appops", "set", "--user", user, SHELL_UID, "android:mock_location", "default"], signal);
}

/** Refuses releases without test providers. Errors: UNSUPPORTED_ON_DEVICE. */
function requireProgram({ device, apiLevel }: Phone): void {
  if ((apiLevel ?? 0) >= FIRST_WITH_TEST_PROVIDERS) return;
  const message = `${device.serial} has API ${apiLevel ?? "of unknown level"}: its shell sets no location before Android 13`;
  throw new FoveaError("UNSUPPORTED_ON_DEVICE", message, {
    device: device.serial,
    hint: "Use an emulator of this host (emulator-5554), or a device with Android 13 or later.",
  });
}

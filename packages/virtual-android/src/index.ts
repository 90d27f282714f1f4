import { FoveaError } from "../../../src/base/errors.js";
import { appNamed, appNames as namesOfApps } from "./apps/app-names.js";
import { parseFaultScript } from "./fault-script.js";
import { handleOf } from "./handle.js";
import { type PhoneTime, scaledTime } from "./phone-time.js";
import { bundledProfile, profileNames as namesOfProfiles, type Profile, parseProfile } from "./profile.js";
import type { Names, StartOptions, StartVirtualPhone } from "./public-types.js";
import { requireStartOptions } from "./start-options.js";
import { startVirtualPhone as start, type VirtualPhoneOptions } from "./start-virtual-phone.js";
import { startVirtualAdbServer } from "./virtual-adb-server.js";

export type * from "./public-types.js";

/** The short names of the preinstalled apps, for example `form`. */
export const appNames: Names = namesOfApps;

/** The names of the cost profiles in the package, for example `usb-midrange`. */
export const profileNames: Names = namesOfProfiles;

/**
 * Starts a phone, its adb daemon and an adb server for it, all in this process. Errors: INVALID_ARGUMENT for an invalid
 * option, with the reason; for an unknown app or profile also with the existing names; those of listen(2).
 */
export const startVirtualPhone: StartVirtualPhone = async (options = {}) => {
  requireStartOptions(options);
  const { device, phone } = await start(phoneOptions(options));
  try {
    const server =
      options.adbServerPort === null
        ? null
        : await startVirtualAdbServer({ port: options.adbServerPort ?? 0, devices: [{ device }] });
    return handleOf({ device, phone, server });
  } catch (error) {
    await device[Symbol.asyncDispose]();
    throw error;
  }
};

function phoneOptions(options: StartOptions): VirtualPhoneOptions {
  const { api = 33, app, profile = "instant", serial, faults, speed, adbServerPort: _, ...same } = options;
  if (!Number.isInteger(api) || api < 24 || api > 36)
    throw new FoveaError("INVALID_ARGUMENT", `api has to be an integer from 24 to 36, and is ${api}`);
  return {
    ...same,
    apiLevel: api,
    profile: profileOf(profile),
    ...(app === undefined ? {} : { app: appNamed(app) }),
    ...(serial === undefined ? {} : { serialNumber: serial }),
    ...(faults === undefined ? {} : { faults: parseFaultScript(faults) }),
    ...(speed === undefined ? {} : { clock: timeAt(speed) }),
  };
}

function profileOf(profile: NonNullable<StartOptions["profile"]>): Profile {
  return typeof profile === "string" ? bundledProfile(profile) : parseProfile(profile, "options.profile");
}

function timeAt(speed: number): PhoneTime {
  if (speed > 0 && Number.isFinite(speed)) return scaledTime(speed);
  throw new FoveaError("INVALID_ARGUMENT", `speed has to be more than 0, and is ${speed}`);
}

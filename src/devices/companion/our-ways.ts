import { FoveaError } from "../../base/errors.js";
import type { Device } from "../device.js";
import { askPhone } from "../phone.js";
import { type SignedApk, signApk } from "./apk/sign-apk.js";
import { checkInstalled } from "./check-installed.js";
import { type FoundShellHost, findShellHost, readShellEpoch } from "./find-shell-host.js";
import { PACKAGE } from "./names.js";
import { readServiceApk, readShellJar } from "./prebuilts.js";
import { readServiceDump } from "./service-dump.js";
import { refuseForeign } from "./setup/refuse-foreign.js";
import { type ShellHost, startShellHost } from "./shell-host.js";
import { findSigningKey, type KeyPlace } from "./signing-key.js";

/** How Fovea distinguishes the companions of a device from impostors, and starts the shell host. */
export interface OurWays {
  /** The epoch that the service of an Android user reports through the system server; null if it does not run. */
  serviceEpoch(device: Device, user: number, signal: AbortSignal): Promise<string | null>;
  /**
   * Checks that the installed package has our certificate. Errors: ON_DEVICE_FOREIGN_CERTIFICATE, ON_DEVICE_UNTRUSTED
   * if nothing is installed, as checkInstalled.
   */
  requireOurs(device: Device, signal: AbortSignal): Promise<void>;
  /** The epoch that a companion in adb's shell has written; its process may have ended since. Null without one. */
  shellEpoch(device: Device, signal: AbortSignal): Promise<string | null>;
  /** The companion that already runs in adb's shell, and whether another program uses UiAutomation. */
  findShellHost(device: Device, signal: AbortSignal): Promise<FoundShellHost>;
  /** Starts the shell host. Errors: as startShellHost. */
  startShellHost(device: Device, signal: AbortSignal): Promise<ShellHost>;
}

/** The functions for a host with a key. Files are read only when they are needed. */
export function ourWays(place: KeyPlace): OurWays {
  return {
    serviceEpoch: async (device, user, signal) => (await readServiceDump(device, user, signal))?.epoch ?? null,
    requireOurs: async (device, signal) => {
      const phone = await askPhone(device, signal);
      const installed = await checkInstalled(phone, await findSignedService(place), signal);
      refuseForeign(phone, installed);
      if (installed.state !== "absent") return;
      const message = `${device.serial} has no ${PACKAGE} for user ${phone.user}, so nothing can identify it`;
      throw new FoveaError("ON_DEVICE_UNTRUSTED", message, { device: device.serial });
    },
    shellEpoch: async (device, signal) => await readShellEpoch(device, signal),
    findShellHost: async (device, signal) => await findShellHost(device, signal),
    startShellHost: async (device, signal) => await startShellHost(device, readShellJar(), signal),
  };
}

/** The service as this host signs it; null if it has no key yet. Errors: SIGNING_KEY_UNUSABLE. */
export async function findSignedService(place: KeyPlace): Promise<SignedApk | null> {
  const key = await findSigningKey(place);
  return key === undefined ? null : signApk(readServiceApk(), key);
}

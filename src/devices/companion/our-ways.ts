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

/** How the companions of a device are distinguished from impostors, and how the shell host is started. */
export interface OurWays {
  /** The epoch that the service of an Android user prints through the system server; null if it does not run. */
  serviceEpoch(device: Device, user: number, signal: AbortSignal): Promise<string | null>;
  /**
   * Passes where what is installed carries our certificate. Errors: ON_DEVICE_FOREIGN_CERTIFICATE, ON_DEVICE_UNTRUSTED
   * where nothing is installed, as checkInstalled.
   */
  requireOurs(device: Device, signal: AbortSignal): Promise<void>;
  /** The epoch that a companion in adb's shell left; its process may have ended since. Null without one. */
  shellEpoch(device: Device, signal: AbortSignal): Promise<string | null>;
  /** The companion in adb's shell that runs already, and whether something else holds the UiAutomation. */
  findShellHost(device: Device, signal: AbortSignal): Promise<FoundShellHost>;
  /** Errors: as startShellHost. */
  startShellHost(device: Device, signal: AbortSignal): Promise<ShellHost>;
}

/** The ways of a host whose key is there. Nothing is read before it is needed. */
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

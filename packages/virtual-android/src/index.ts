import sharp from "sharp";
import { FoveaError } from "../../../src/base/errors.js";
import type { AccessibilityNodeState } from "./accessibility-state.js";
import { appNamed, appNames as namesOfApps } from "./apps/app-names.js";
import { parseFaultScript } from "./fault-script.js";
import { keyNameOf } from "./input/key-codes.js";
import { type PhoneTime, scaledTime } from "./phone-time.js";
import { bundledProfile, profileNames as namesOfProfiles, type Profile, parseProfile } from "./profile.js";
import type {
  Cable,
  Names,
  Screen,
  ScreenElement,
  StartOptions,
  StartVirtualPhone,
  VirtualAndroid,
} from "./public-types.js";
import { requireStartOptions } from "./start-options.js";
import { startVirtualPhone as start, type VirtualPhoneOptions } from "./start-virtual-phone.js";
import { startVirtualAdbServer } from "./virtual-adb-server.js";
import type { VirtualDevice } from "./virtual-device.js";
import type { VirtualPhone } from "./virtual-phone.js";

export type * from "./public-types.js";

/** Short names of the apps that every phone has, for example `form`. */
export const appNames: Names = namesOfApps;

/** Names of the cost profiles in the package, for example `usb-midrange`. */
export const profileNames: Names = namesOfProfiles;

/**
 * Starts a phone, its adb daemon and an adb server before it, all in this process. Errors: INVALID_ARGUMENT
 * for an option that is none, with the sentence that says why, and the names that there are for an unknown app or
 * profile; those of listen(2).
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

interface Parts {
  readonly device: VirtualDevice;
  readonly phone: VirtualPhone;
  readonly server: Awaited<ReturnType<typeof startVirtualAdbServer>> | null;
}

function handleOf({ device, phone, server }: Parts): VirtualAndroid {
  const close = async () => {
    await server?.[Symbol.asyncDispose]();
    await device[Symbol.asyncDispose]();
  };
  const { faults } = device;
  return {
    serial: device.serial,
    adbServerPort: server?.port ?? null,
    adbdPort: device.adbdPort,
    screen: screenOf(phone),
    cable: cableOf(device),
    faults: {
      set: (rules) => faults.set(rules),
      add: (rule) => faults.add(parseFaultScript([rule])[0] ?? rule),
      clear: () => faults.clear(),
    },
    ran: () =>
      device.log.processes.map(({ argv, startedAtMs, endedAtMs, status }) => ({
        argv,
        startedAtMs,
        endedAtMs,
        status,
      })),
    defects: () => [...device.log.defects, ...(server?.defects ?? [])],
    close,
    [Symbol.asyncDispose]: close,
  };
}

function screenOf(phone: VirtualPhone): Screen {
  const { hooks } = phone;
  return {
    elements: () => phone.accessibilityWindows().flatMap(({ root }) => (root === null ? [] : elementsOf(root))),
    picture: async () => await pngOf(phone),
    tapAt: (x, y) => hooks.tapAt({ x, y }),
    tap: (words) => hooks.tap(words),
    type: (text) => phone.typeText(text),
    press: (key) => phone.key(keyOf(key), "down-up"),
    open: (app) => hooks.open(appNamed(app)),
    rotate: (rotation) => phone.setRotation("lock", rotation),
    setAwake: (isAwake) => hooks.setAwake(isAwake),
    lock: () => hooks.lock(),
    toast: (message) => hooks.showToast(message),
    block: (app, ms) => hooks.blockApp(appNamed(app), ms),
    crash: (app) => hooks.crashApp(appNamed(app)),
    set: (namespace, key, value) => phone.putSetting(namespace, key, value),
  };
}

function keyOf(word: string): string {
  const key = keyNameOf(word);
  if (key !== "UNKNOWN") return key;
  throw new FoveaError("INVALID_ARGUMENT", `there is no key ${word}; KeyEvent has the names, for example BACK`);
}

function cableOf(device: VirtualDevice): Cable {
  return {
    unplug: () => device.unplug(),
    plug: () => device.plug(),
    setOffline: (isOffline) => device.setOffline(isOffline),
    setAuthorized: (isAuthorized) => device.setAuthorized(isAuthorized),
    reboot: async () => await device.reboot(),
  };
}

function elementsOf(node: AccessibilityNodeState): readonly ScreenElement[] {
  const below = node.children.flatMap(elementsOf);
  if (!node.isVisibleToUser) return below;
  const { className, packageName, text, contentDescription, resourceId, bounds } = node;
  const { isClickable, isEnabled, isCheckable, isChecked, isFocused, isScrollable, isPassword } = node;
  const states = { isClickable, isEnabled, isCheckable, isChecked, isFocused, isScrollable, isPassword };
  return [{ className, packageName, text, contentDescription, resourceId, bounds, ...states }, ...below];
}

async function pngOf(phone: VirtualPhone): Promise<Uint8Array | null> {
  const pixels = phone.pixels();
  if (pixels === null) return null;
  const { width, height, rgba } = pixels;
  return await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

import sharp from "sharp";
import { z } from "zod";
import { FoveaError } from "../../../src/base/errors.js";
import type { AccessibilityNodeState } from "./accessibility-state.js";
import { appNamed } from "./apps/app-names.js";
import { type Calls, checkedCalls } from "./checked-calls.js";
import { parseFaultScript } from "./fault-script.js";
import { keyNameOf } from "./input/key-codes.js";
import type { Cable, FaultRule, Faults, Screen, ScreenElement, VirtualAndroid } from "./public-types.js";
import type { VirtualAdbServer } from "./virtual-adb-server.js";
import type { VirtualDevice } from "./virtual-device.js";
import type { VirtualPhone } from "./virtual-phone.js";

interface Parts {
  readonly device: VirtualDevice;
  readonly phone: VirtualPhone;
  readonly server: VirtualAdbServer | null;
}

/** The interface of a running phone for programs. After the phone was closed, its calls do nothing. */
export function handleOf({ device, phone, server }: Parts): VirtualAndroid {
  const closing = new AbortController();
  const close = async () => {
    closing.abort(new FoveaError("CANCELLED", `the virtual phone ${device.serial} was closed`));
    await server?.[Symbol.asyncDispose]();
    await device[Symbol.asyncDispose]();
  };
  const calls = checkedCalls(closing.signal);
  return {
    serial: device.serial,
    adbServerPort: server?.port ?? null,
    adbdPort: device.adbdPort,
    screen: screenOf(phone, calls),
    cable: cableOf(device, calls, closing.signal),
    faults: faultsOf(device, calls),
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

/** A coordinate in pixels; a touch outside the screen has no effect. */
const place = z.number().min(-100_000).max(100_000);
const words = z.string().min(1);
const ascii = z.string().regex(/^[\x20-\x7e\n\t]*$/, "a keyboard types printable ASCII, tabs and line ends alone");
const rotation = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const namespace = z.enum(["system", "secure", "global"]);
/** Not checked here: `parseFaultScript` checks the rule. */
const rule = z.custom<FaultRule>();

function screenOf(phone: VirtualPhone, calls: Calls): Screen {
  const { hooks } = phone;
  const call = calls("screen");
  return {
    elements: call("elements", [], () =>
      phone.accessibilityWindows().flatMap(({ root }) => (root === null ? [] : elementsOf(root))),
    ),
    picture: call("picture", [], async () => await pngOf(phone)),
    tapAt: call(
      "tapAt",
      [
        ["x", place],
        ["y", place],
      ],
      (x, y) => hooks.tapAt({ x, y }),
    ),
    tap: call("tap", [["words", words]], (text) => hooks.tap(text)),
    type: call("type", [["text", ascii]], (text) => phone.typeText(text)),
    press: call("press", [["key", words]], (key) => phone.key(keyOf(key), "down-up")),
    open: call("open", [["app", words]], (app) => hooks.open(appNamed(app))),
    rotate: call("rotate", [["rotation", rotation]], (to) => phone.setRotation("lock", to)),
    setAwake: call("setAwake", [["isAwake", z.boolean()]], (isAwake) => hooks.setAwake(isAwake)),
    lock: call("lock", [], () => hooks.lock()),
    toast: call("toast", [["message", z.string()]], (message) => hooks.showToast(message)),
    block: call(
      "block",
      [
        ["app", words],
        ["ms", z.number().min(0)],
      ],
      (app, ms) => hooks.blockApp(appNamed(app), ms),
    ),
    crash: call("crash", [["app", words]], (app) => hooks.crashApp(appNamed(app))),
    set: call(
      "set",
      [
        ["namespace", namespace],
        ["key", words],
        ["value", z.string().nullable()],
      ],
      (...setting) => phone.putSetting(...setting),
    ),
  };
}

function keyOf(word: string): string {
  const key = keyNameOf(word);
  if (key !== "UNKNOWN") return key;
  throw new FoveaError("INVALID_ARGUMENT", `there is no key ${word}; KeyEvent has the names, for example BACK`);
}

function cableOf(device: VirtualDevice, calls: Calls, closing: AbortSignal): Cable {
  const call = calls("cable");
  return {
    unplug: call("unplug", [], () => device.unplug()),
    plug: call("plug", [], () => device.plug()),
    setOffline: call("setOffline", [["isOffline", z.boolean()]], (isOffline) => device.setOffline(isOffline)),
    setAuthorized: call("setAuthorized", [["isAuthorized", z.boolean()]], (isAuthorized) =>
      device.setAuthorized(isAuthorized),
    ),
    reboot: call("reboot", [], async () => {
      await device.reboot();
      closing.throwIfAborted();
    }),
  };
}

function faultsOf({ faults }: VirtualDevice, calls: Calls): Faults {
  const call = calls("faults");
  return {
    set: call("set", [["rules", z.array(rule)]], (rules) => faults.set(parseFaultScript(rules))),
    add: call("add", [["rule", rule]], (one) => faults.add(parseFaultScript([one])[0] ?? one)),
    clear: call("clear", [], () => faults.clear()),
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

import type { ListedTransport, TransportList } from "./transport-list.js";

/** The device that a request is for. */
export type Target =
  | { readonly kind: "serial"; readonly serial: string }
  | { readonly kind: "id"; readonly id: number }
  | { readonly kind: "any" | "usb" | "local" };

/** A request that is answered with FAIL. `message` is the text that clients see. */
export class RequestRefused extends Error {
  readonly reason: "none" | "several" | "other";

  /** `reason`: whether no device matches (`none`), or more than one (`several`). */
  constructor(message: string, reason: "none" | "several" | "other" = "other") {
    super(message);
    this.reason = reason;
  }
}

const NONE = { any: "no devices/emulators found", usb: "no devices found", local: "no emulators found" } as const;
const SEVERAL = {
  any: "more than one device/emulator",
  usb: "more than one device",
  local: "more than one emulator",
} as const;

/** Why a device in this state cannot be used (adb 29 transport.cpp). */
const REFUSALS: Readonly<Record<string, string>> = {
  offline: "device offline",
  unauthorized: [
    "device unauthorized.",
    "This adb server's $ADB_VENDOR_KEYS is not set",
    "Try 'adb kill-server' if that seems wrong.",
    "Otherwise check for a confirmation dialog on your device.",
  ].join("\n"),
  authorizing: "device still authorizing",
  connecting: "device still connecting",
};

/** The transport that the target names, in a state in which it can be used. Errors: RequestRefused with adb's texts. */
export function selectTransport(list: TransportList, target: Target): ListedTransport {
  const found = findTransport(list, target);
  const refusal = REFUSALS[found.device.state];
  if (refusal !== undefined) throw new RequestRefused(refusal);
  return found;
}

function findTransport(list: TransportList, target: Target): ListedTransport {
  const fitting = list.listed.filter((transport) => fits(transport, target));
  const usable = fitting.filter(({ device }) => !isForbidden(device.state));
  const [first, second] = usable;
  if (second && target.kind !== "id") throw new RequestRefused(severalText(target), "several");
  if (first) return first;
  const [forbidden] = fitting;
  if (forbidden) throw new RequestRefused(permissionText(forbidden.device.state));
  throw new RequestRefused(noneText(target), "none");
}

function fits({ id, device }: ListedTransport, target: Target): boolean {
  switch (target.kind) {
    case "serial":
      return isNamed(device, target.serial);
    case "id":
      return id === target.id;
    case "any":
      return true;
    default:
      return device.endpoint.kind === target.kind;
  }
}

/** Compares the name with the serial, the path, and `product:`, `model:` and `device:`. */
function isNamed({ serial, endpoint }: ListedTransport["device"], name: string): boolean {
  if (name === serial || name === endpoint.path) return true;
  const { product } = endpoint;
  if (!product) return false;
  return [`product:${product.product}`, `model:${product.model}`, `device:${product.device}`].includes(name);
}

function isForbidden(state: string): boolean {
  return state.startsWith("no permissions");
}

function permissionText(state: string): string {
  const problem = state.includes("(") ? state.slice(state.indexOf("(") + 1, Math.max(0, state.lastIndexOf(")"))) : "";
  return [
    `insufficient permissions for device${problem === "" ? "" : `: ${problem}`}`,
    "See [http://developer.android.com/tools/device.html] for more information",
  ].join("\n");
}

function noneText(target: Target): string {
  if (target.kind === "serial") return `device '${target.serial}' not found`;
  return target.kind === "id" ? `no device with transport id '${target.id}'` : NONE[target.kind];
}

function severalText(target: Target): string {
  return target.kind === "serial" || target.kind === "id" ? "more than one device" : SEVERAL[target.kind];
}

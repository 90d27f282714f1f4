import { Condition } from "../linux/condition.js";
import { RequestRefused, selectTransport, type Target } from "./select-transport.js";
import type { TransportList } from "./transport-list.js";

const STATES: ReadonlySet<string> = new Set([
  "any",
  "bootloader",
  "device",
  "disconnect",
  "recovery",
  "rescue",
  "sideload",
]);

/** Parses `wait-for-TYPE-STATE`; null for any other text. */
export function parseWaitFor(
  service: string,
  target: Target,
): { readonly target: Target; readonly state: string } | null {
  const [, kind, state = ""] = /^wait-for-(any|usb|local)-(\w+)$/.exec(service) ?? [];
  if (kind === undefined || !STATES.has(state)) return null;
  const isGeneral = target.kind === "any" && (kind === "usb" || kind === "local");
  return { target: isGeneral ? { kind } : target, state };
}

/** Waits until the device is in the state. Errors: RequestRefused if several devices match; the signal's reason. */
export async function waitForState(
  list: TransportList,
  target: Target,
  state: string,
  signal: AbortSignal,
): Promise<void> {
  const changed = new Condition();
  const stop = list.onChange(() => changed.notify());
  try {
    while (!isReached(list, target, state)) await changed.wait(signal);
  } finally {
    stop();
  }
}

function isReached(list: TransportList, target: Target, state: string): boolean {
  try {
    const { device } = selectTransport(list, target);
    return state === "any" || device.state === state;
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.reason === "several") throw error;
    return state === "disconnect" && error.reason === "none";
  }
}

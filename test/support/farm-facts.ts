import { pollUntil } from "../../src/base/signals.js";
import type { AcquireOptions, DeviceFacts, DeviceState, FarmFabric } from "../../src/farm/fabric.js";
import { never } from "./never.js";

export const HOST = { id: "h1", version: "0.1.0" };
export const BRIEFLY: AcquireOptions = { ttlMs: 60_000, waitMs: 0, tenant: "ada" };
export const SHORT = { ...BRIEFLY, ttlMs: 1_000 };

export function factsOf(serial: string, more: Partial<DeviceFacts> = {}): DeviceFacts {
  const facts = { serial, hardwareSerial: `hw-${serial}`, problem: null, model: "Pixel 8", api: 34, abi: "arm64-v8a" };
  return { ...facts, form: "phone", batteryPercent: 80, freeStorageMb: 4_000, companion: "service", apps: {}, ...more };
}

/** Waits until the phones of the farm meet the condition: writes of other programs may arrive later. */
export async function eventually(fabric: FarmFabric, is: (now: readonly DeviceState[]) => boolean): Promise<void> {
  const check = async () => (is(await fabric.list([], never())) ? true : undefined);
  await pollUntil(check, 20, never());
}

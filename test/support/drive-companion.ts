import assert from "node:assert/strict";
import type { Companion } from "../../packages/virtual-android/src/companion/companion.js";
import type { MethodTable } from "../../packages/virtual-android/src/companion/wire/host.js";
import type { OnDeviceHello } from "../../src/devices/companion/messages.js";
import { useCompanions } from "./companion-ways.js";
import { type Driven, drive } from "./drive.js";

type Host = OnDeviceHello["host"];
export const HOSTS: readonly Host[] = ["service", "shell"];

export interface CompanionDriven extends Driven {
  /** The methods of the requests to the companion, in order, without those that only observe. */
  readonly asked: string[];
  /** Calls `run` at the next request with this method, before the phone executes the request. */
  before(method: string, run: () => void): void;
  /**
   * Replaces methods of the companion in the shell, also after it is lost and started again; `own` has its original
   * methods. Each call replaces the earlier one.
   */
  instead(methods: (own: MethodTable) => Partial<MethodTable>): void;
}

const LOOKS = new Set(["hello", "snapshot", "facts", "waitIdle", "health", "subscribe", "unsubscribe"]);

/** A virtual phone with one of the companion's hosts, by default the service, and Fovea. */
export async function driveCompanion({
  host = "service",
  ...options
}: Parameters<typeof drive>[0] & { readonly host?: Host } = {}): Promise<CompanionDriven> {
  const onDevice = host === "service" ? "enabled" : "absent";
  const driven = await drive({
    apiLevel: 34,
    // Fast enough for tests, and slow enough for gestures with exact milliseconds.
    speed: 8,
    onDevice,
    link: useCompanions({ companion: host }),
    ...options,
  });
  const asked: string[] = [];
  let shell: Companion | undefined;
  let own: MethodTable | undefined;
  let other: (own: MethodTable) => Partial<MethodTable> = () => ({});
  const { onDevice: companions } = driven.phone;
  const { startShell } = companions;
  companions.startShell = (build) => {
    const started = startShell.call(companions, build);
    shell = started;
    if (started) {
      own = { ...started.methods };
      Object.assign(started.methods, other(own));
    }
    return started;
  };
  const waiting = new Map<string, () => void>();
  const { faults } = driven.product.device;
  const strike = faults.faultFor;
  faults.faultFor = (target, text) => {
    const method = target === "request" ? (text.split(" ")[1] ?? "") : "";
    if (method !== "" && !LOOKS.has(method)) asked.push(method);
    const run = waiting.get(method);
    waiting.delete(method);
    run?.();
    return strike.call(faults, target, text);
  };
  return {
    ...driven,
    asked,
    before: (method, run) => waiting.set(method, run),
    instead: (methods) => {
      assert.ok(shell && own, "the shell's host is started by the first observation");
      other = methods;
      Object.assign(shell.methods, own, other(own));
    },
  };
}

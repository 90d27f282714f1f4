import { createPhone, type PhoneOptions } from "./create-phone.js";
import type { FaultRule } from "./fault-script.js";
import { MemoryFiles } from "./files.js";
import type { Profile } from "./profile.js";
import { startVirtualDevice, type VirtualDevice } from "./virtual-device.js";
import type { VirtualPhone } from "./virtual-phone.js";

export interface VirtualPhoneOptions extends Omit<PhoneOptions, "files"> {
  /** How long each command takes on the device; the profile `instant` if absent. */
  readonly profile?: Profile;
  readonly faults?: readonly FaultRule[];
  /** The loopback port of adbd; 0 (any free port) if absent, null for no adbd. */
  readonly adbdPort?: number | null;
}

/** A running virtual phone: `device` is its adb side, `phone` its screen and input. Disposing of `device` ends both. */
export interface RunningPhone {
  readonly device: VirtualDevice;
  readonly phone: VirtualPhone;
}

/**
 * Creates a phone, and starts its adb daemon unless `adbdPort` is null. Errors: INVALID_ARGUMENT for an unknown app;
 * those of listen(2).
 */
export async function startVirtualPhone(options: VirtualPhoneOptions = {}): Promise<RunningPhone> {
  const { profile, faults, adbdPort, ...phoneOptions } = options;
  const files = MemoryFiles.create(() => Math.floor(Date.now() / 1000));
  const phone = createPhone({ ...phoneOptions, files });
  const end = () => phone[Symbol.dispose]();
  try {
    const device = await startVirtualDevice({
      phone,
      seed: options.seed ?? 1,
      onReboot: () => phone.reboot(),
      onEnd: end,
      ...(profile === undefined ? {} : { profile }),
      ...(faults === undefined ? {} : { faults }),
      ...(adbdPort === undefined ? {} : { adbdPort }),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
    });
    return { device, phone };
  } catch (error) {
    end();
    throw error;
  }
}

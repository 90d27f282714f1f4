import { FoveaError } from "../../src/base/errors.js";
import type { LinkOptions } from "../../src/devices/on-device/on-device-link.js";
import type { VirtualPhone } from "../../src/virtual-device/virtual-phone.js";

/**
 * The half of a virtual phone is used where it is there. What the system server would say of it is asked of the phone
 * itself, and there is no certificate to be checked.
 */
export function useHalves(phone: VirtualPhone, options: Partial<LinkOptions> = {}): LinkOptions {
  return {
    ways: {
      serviceEpoch: async () => phone.onDevice.serviceDump?.epoch ?? null,
      requireOurs: async () => {},
      startShellHost: async (device) => {
        const half = phone.onDevice.startShell("1.0");
        if (!half) throw new FoveaError("UIAUTOMATION_BUSY", `${device.serial} runs one already`);
        const ended = new AbortController();
        const close = () => {
          phone.onDevice.stopShell(half);
          ended.abort(new FoveaError("CANCELLED", "closed"));
        };
        return { socket: "dev.fovea.service.shell", epoch: half.facts.epoch, isOwn: true, ended: ended.signal, close };
      },
    },
    mayStartShellHost: false,
    wish: "auto",
    ...options,
  };
}

import type { LinkOptions } from "../../src/devices/on-device/on-device-link.js";
import { ourWays } from "../../src/devices/on-device/our-ways.js";
import type { VirtualPhone } from "../../src/virtual-device/virtual-phone.js";

/** The half of a virtual phone is used where it is there. A phone that comes with it has no certificate to be checked. */
export function useHalves(_phone: VirtualPhone, options: Partial<LinkOptions> = {}): LinkOptions {
  const ways = ourWays({ stateDir: "/nonexistent", signingKey: undefined });
  return { ways: { ...ways, requireOurs: async () => {} }, mayStartShellHost: false, wish: "auto", ...options };
}

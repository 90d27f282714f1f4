import type { LinkOptions } from "../../src/devices/on-device/on-device-link.js";
import { ourWays } from "../../src/devices/on-device/our-ways.js";

/** The halves of a virtual phone are used where they are; a package that is there from the start has no certificate. */
export function useHalves(options: Partial<LinkOptions> = {}): LinkOptions {
  const place = { stateDir: "/nowhere", signingKey: undefined };
  return {
    ways: { ...ourWays(place), requireOurs: async () => {} },
    companion: "service",
    wish: "auto",
    ...options,
  };
}

import type { LinkOptions } from "../../src/devices/companion/companion-link.js";
import { ourWays } from "../../src/devices/companion/our-ways.js";

/**
 * Options that use the companions of a virtual phone if it has them; a companion that is preinstalled on the phone has
 * no certificate.
 */
export function useCompanions(options: Partial<LinkOptions> = {}): LinkOptions {
  const place = { stateDir: "/nowhere", signingKey: undefined };
  return {
    ways: { ...ourWays(place), requireOurs: async () => {} },
    companion: "service",
    preference: "auto",
    ...options,
  };
}

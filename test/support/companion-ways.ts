import type { LinkOptions } from "../../src/devices/companion/companion-link.js";
import { ourWays } from "../../src/devices/companion/our-ways.js";

/**
 * The companions of a virtual phone are used where they are; a package that is there from the start has no certificate.
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

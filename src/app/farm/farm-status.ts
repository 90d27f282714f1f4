import type { DeviceState } from "../../farm/fabric.js";

/** How many phones of each state a host has. */
export interface HostCounts {
  readonly host: string;
  readonly states: Readonly<Record<string, number>>;
  readonly quarantined: number;
}

export function countStates(devices: readonly DeviceState[]): readonly HostCounts[] {
  const hosts = [...new Set(devices.map(({ host }) => host))].sort();
  return hosts.map((host) => {
    const own = devices.filter((device) => device.host === host);
    const words = [...new Set(own.map(({ state }) => state))].sort();
    const states = words.map((word) => [word, own.filter(({ state }) => state === word).length] as const);
    return { host, states: Object.fromEntries(states), quarantined: own.filter(({ quarantine }) => quarantine).length };
  });
}

export function statusLines(counts: readonly HostCounts[]): string {
  if (counts.length === 0) return "(no host: start `fovea host --farm` where phones are)";
  return counts
    .map(({ host, states, quarantined }) => {
      const words = Object.entries(states).map(([state, count]) => `${count} ${state}`);
      return [host, ...words, ...(quarantined > 0 ? [`${quarantined} in quarantine`] : [])].join(" | ");
    })
    .join("\n");
}

import { plainOrQuoted } from "../../base/printable.js";
import type { DeviceState } from "../../farm/fabric.js";

/** One line per phone: id, state, health, model, and the holder with the end of the lease. */
export function farmLines(devices: readonly DeviceState[]): string {
  return devices.length === 0 ? "(no phone: start `fovea host --farm` where phones are)" : devices.map(line).join("\n");
}

function line(device: DeviceState): string {
  const { id, state, health, model, api, holder, fence, endsAt, quarantine, problem } = device;
  const { form, batteryPercent, apps } = device;
  const facts = [
    plainOrQuoted(id),
    state,
    health,
    model === null ? null : plainOrQuoted(model),
    api === null ? null : `API ${api}`,
    form,
    batteryPercent === null ? null : `battery ${batteryPercent} %`,
    ...Object.entries(apps).map(([name, version]) => `${plainOrQuoted(name)} ${plainOrQuoted(version)}`),
    holder === null || endsAt === null ? null : `held by ${holder} until ${new Date(endsAt).toISOString()}`,
    fence === null ? null : `fence ${fence}`,
    quarantine
      ? `quarantine until ${new Date(quarantine.untilMs).toISOString()}: ${plainOrQuoted(quarantine.reason)}`
      : null,
    problem === null ? null : `! ${plainOrQuoted(problem)}`,
  ];
  return facts.filter((fact) => fact !== null).join(" | ");
}

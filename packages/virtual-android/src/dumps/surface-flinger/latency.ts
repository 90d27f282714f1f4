import type { FrameState, PhoneState } from "../../phone-state.js";
import type { Lines } from "../text.js";
import { layersOf } from "./layers.js";

/** FrameTracker has 128 records, and prints all except the next one to fill. */
const RECORDS = 127;

/**
 * `--latency LAYER`: the refresh period, then for each kept frame three times in ns: wanted, shown, ready. Unused
 * records come first, as zeros. For an unknown layer only the period is printed.
 */
export function latencyLines(state: PhoneState, name: string | undefined): Lines {
  const period = `${Math.round(1e9 / state.display.refreshRate)}`;
  if (name === undefined) return [period, ...Array.from({ length: RECORDS }, () => "0\t0\t0")];
  const layer = layersOf(state).find((one) => one.name === name);
  if (!layer) return [period];
  const frames = state.processes.find((process) => process.pid === layer.window.ownerPid)?.frames ?? null;
  const isBuffer = name.startsWith(layer.window.title);
  const rows = isBuffer && frames?.windowTitle === layer.window.title ? rowsOf(frames, BigInt(period)) : [];
  return [period, ...Array.from({ length: RECORDS - rows.length }, () => "0\t0\t0"), ...rows];
}

function rowsOf(frames: FrameState, period: bigint): Lines {
  return frames.rows.slice(-RECORDS).map(({ intendedVsyncNs, durationNs }) => {
    const ready = intendedVsyncNs + durationNs;
    const shown = intendedVsyncNs + ((durationNs + period) / period) * period;
    return `${intendedVsyncNs}\t${shown}\t${ready}`;
  });
}

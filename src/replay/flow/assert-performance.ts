import { coldStart, measureNow } from "../../actions/apps/performance.js";
import { FoveaError } from "../../base/errors.js";
import type { AppUse } from "../../observe/evidence/read-performance.js";
import type { Session } from "../../session/session.js";
import type { Done } from "./done.js";
import type { PerformanceCommand } from "./flow.js";
import { requireAlive } from "./require-alive.js";

/** Gets each measured value by its name: `start_ms`, `jank_percent`, `memory_mb`. */
export type OnMeasure = (name: string, value: number) => void;

/**
 * Measures an app, and compares the values with their limits. If there is a limit for the start, the app is ended and
 * started first. Errors: EXPECTATION_FAILED with all values above their limits; FACT_UNKNOWN if the device does not
 * report one; those of the actions.
 */
export async function assertPerformance(
  session: Session,
  { command, onMeasure }: { readonly command: PerformanceCommand; readonly onMeasure: OnMeasure },
  signal: AbortSignal,
): Promise<Done> {
  const { appId, mostStartMs, mostJankPercent, mostMemoryMb } = command;
  const started = mostStartMs === null ? null : await coldStart(session, appId, signal);
  if (started) requireAlive(started);
  const isMore = mostJankPercent !== null || mostMemoryMb !== null;
  const use = isMore ? await measureNow(session, appId, signal) : null;
  const measures: readonly Measure[] = [
    { name: "start_ms", value: started?.startMs ?? null, most: mostStartMs },
    { name: "jank_percent", value: use && jankPercent(use), most: mostJankPercent },
    {
      name: "memory_mb",
      value: !use || use.memoryKb === null ? null : rounded(use.memoryKb / 1024),
      most: mostMemoryMb,
    },
  ];
  const asked = measures.filter(({ most }) => most !== null);
  for (const { name, value } of asked) if (value !== null) onMeasure(name, value);
  const unknown = asked.filter(({ value }) => value === null).map(({ name }) => name);
  if (unknown.length > 0) throw unreported(session, appId, unknown);
  const tooMuch = asked.filter(({ value, most }) => value !== null && most !== null && value > most);
  if (tooMuch.length > 0) {
    const what = tooMuch.map(({ name, value, most }) => `${name} is ${value}, ${most} at most is expected`).join("; ");
    throw new FoveaError("EXPECTATION_FAILED", `${appId}: ${what}`, { mayHaveHappened: started !== null });
  }
  return { result: null, notes: [...(started ? [started.did] : []), ...asked.map(wordsOf)] };
}

interface Measure {
  readonly name: string;
  readonly value: number | null;
  readonly most: number | null;
}

function wordsOf({ name, value, most }: Measure): string {
  return `${name} ${value} (${most} at most)`;
}

/** The share of late frames in percent; null if the device does not count frames, or the app drew none. */
function jankPercent({ frames, jankyFrames }: AppUse): number | null {
  return frames === null || jankyFrames === null || frames === 0 ? null : rounded((100 * jankyFrames) / frames);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function unreported({ device }: Session, appId: string, names: readonly string[]): FoveaError {
  const message = `${device.serial} does not report ${names.join(" and ")} of ${appId}`;
  return new FoveaError("FACT_UNKNOWN", message, {
    device: device.serial,
    hint: "Frames are counted once the app has drawn some, and memory while it runs: launch it first.",
  });
}

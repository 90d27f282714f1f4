import { type ErrorCode, toFoveaError } from "../base/errors.js";
import { withDeadline } from "../base/signals.js";
import type { Device, DeviceFacts } from "../devices/device.js";
import type { FactError } from "../screen/facts.js";
import type { Part, PartName } from "../screen/observation.js";
import type { Session } from "../session/session.js";

/** What every probe gets. Exchanges go through `device`, which counts them for this observation. */
export interface ProbeContext {
  readonly session: Session;
  readonly device: Device;
  /** At once where they are known already; only then worth waiting for. */
  readonly facts: Promise<ProbeResult<DeviceFacts>>;
}

/**
 * What a probe found. A probe that fails gives null and an error: it never throws except for the caller's cancellation.
 */
export interface ProbeResult<Value> {
  readonly name: PartName;
  readonly value: Value | null;
  readonly source: string;
  /** performance.now() when the device had answered; null without an answer. */
  readonly takenAt: number | null;
  readonly durationMs: number;
  readonly sideEffect: string | null;
  readonly errors: readonly FactError[];
}

/** What the work of a probe gives when it does not throw. */
export interface Found<Value> {
  readonly value: Value | null;
  readonly source: string;
  readonly takenAt: number;
  readonly errors?: readonly FactError[];
}

export interface ProbePlan<Value> {
  readonly name: PartName;
  readonly deadlineMs: number;
  /** What the work does to the device, if it does anything. */
  readonly sideEffect?: string;
  readonly work: (signal: AbortSignal) => Promise<Found<Value>>;
}

/**
 * Runs one probe under its deadline and turns its failure into an error of its part, so that the others go on.
 * Throws only the reason of `signal`: a cancelled call has no use for parts.
 */
export async function runProbe<Value>(plan: ProbePlan<Value>, signal: AbortSignal): Promise<ProbeResult<Value>> {
  const startedAt = performance.now();
  const { name, sideEffect = null } = plan;
  try {
    const found = await withDeadline(plan.deadlineMs, `the ${name} probe`, plan.work, signal);
    const durationMs = performance.now() - startedAt;
    return { name, durationMs, errors: [], sideEffect, ...found };
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = toFoveaError(error);
    const durationMs = performance.now() - startedAt;
    return {
      name,
      value: null,
      source: "none",
      takenAt: null,
      durationMs,
      sideEffect: sideEffect && `possibly: ${sideEffect}`,
      errors: [{ probe: name, code, message }],
    };
  }
}

export function factError(probe: string, code: ErrorCode, message: string): FactError {
  return { probe, code, message };
}

/** How the part of a result reads in an observation that is complete at `now` (performance.now()). */
export function partOf(result: ProbeResult<unknown>, now: number): Part {
  return {
    source: result.source,
    ageMs: result.takenAt === null ? null : Math.max(0, Math.round(now - result.takenAt)),
    durationMs: Math.round(result.durationMs * 10) / 10,
    sideEffect: result.sideEffect,
  };
}

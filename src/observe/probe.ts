import { type ErrorCode, toFoveaError } from "../base/errors.js";
import { withDeadline } from "../base/signals.js";
import type { Device, DeviceFacts } from "../devices/device.js";
import type { FactError } from "../screen/facts.js";
import type { Part, PartName } from "../screen/observation.js";
import type { Session } from "../session/session.js";

/** The input of every probe. Requests go through `device`, which counts them for this observation. */
export interface ProbeContext {
  readonly session: Session;
  readonly device: Device;
  /** The facts of the boot. They resolve at once if they are known; if not, a probe should not wait for them. */
  readonly facts: Promise<ProbeResult<DeviceFacts>>;
}

/**
 * The result of a probe. A failed probe has a null value and an error: it never throws, except for the caller's
 * cancellation.
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

/** The result of the probe's work, if it does not throw. */
export interface Found<Value> {
  readonly value: Value | null;
  readonly source: string;
  readonly takenAt: number;
  readonly errors?: readonly FactError[];
}

export interface ProbePlan<Value> {
  readonly name: PartName;
  readonly deadlineMs: number;
  /** How the work changes the device; absent if it changes nothing. */
  readonly sideEffect?: string;
  readonly work: (signal: AbortSignal) => Promise<Found<Value>>;
}

/**
 * Runs one probe with its deadline, and turns a failure into an error of this part, so that the other parts continue.
 * Throws only the reason of `signal`: a cancelled call does not need the parts.
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

/** The part of an observation for this result; `now` (performance.now()) is when the observation is complete. */
export function partOf(result: ProbeResult<unknown>, now: number): Part {
  return {
    source: result.source,
    ageMs: result.takenAt === null ? null : Math.max(0, Math.round(now - result.takenAt)),
    durationMs: Math.round(result.durationMs * 10) / 10,
    sideEffect: result.sideEffect,
  };
}

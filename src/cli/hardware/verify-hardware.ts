import { packageVersion } from "../../base/assets.js";
import { toFoveaError } from "../../base/errors.js";
import { withDeadline } from "../../base/signals.js";
import type { Session } from "../../session/session.js";
import type { Finding, HardwareCheck, HardwareContext } from "./hardware-check.js";
import { HARDWARE_CHECKS } from "./hardware-checks.js";

/** The result of one check. */
export interface CheckResult extends Finding {
  readonly name: string;
  readonly assumes: string;
  readonly sideEffect: string | null;
  /** The duration of the whole check. */
  readonly durationMs: number;
}

/**
 * A report on one phone that its owner can send: which assumptions are true on it. It contains no serial and nothing
 * from the screen.
 */
export interface HardwareReport {
  readonly fovea: string;
  readonly madeAt: string;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly apiLevel: number | null;
  readonly release: string | null;
  readonly isEmulator: boolean;
  readonly adbFeatures: readonly string[];
  readonly checks: readonly CheckResult[];
}

/**
 * Runs every check on one device, one after another, and reports each as it ends. A check that fails is `unknown` with
 * its error. Throws only the signal's reason, and errors if the device cannot be reached at all.
 */
export async function verifyHardware(
  session: Session,
  onResult: (result: CheckResult) => void,
  signal: AbortSignal,
): Promise<HardwareReport> {
  const facts = await session.device.facts(signal);
  const checks: CheckResult[] = [];
  for (const check of HARDWARE_CHECKS) {
    const result = await runCheck(check, { session, facts }, signal);
    checks.push(result);
    onResult(result);
  }
  return {
    fovea: packageVersion(),
    madeAt: new Date().toISOString(),
    manufacturer: facts.manufacturer,
    model: facts.model,
    apiLevel: facts.apiLevel,
    release: facts.release,
    isEmulator: facts.isEmulator,
    adbFeatures: [...facts.features].sort(),
    checks,
  };
}

async function runCheck(check: HardwareCheck, context: HardwareContext, signal: AbortSignal): Promise<CheckResult> {
  const startedAt = performance.now();
  const { name, assumes, sideEffect } = check;
  const finding = await attempt(check, context, signal);
  return { name, assumes, sideEffect, ...finding, durationMs: Math.round(performance.now() - startedAt) };
}

async function attempt(check: HardwareCheck, context: HardwareContext, signal: AbortSignal): Promise<Finding> {
  try {
    return await withDeadline(
      check.deadlineMs,
      `the check ${check.name}`,
      (limit) => check.run(context, limit),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = toFoveaError(error);
    // Messages contain the device's serial; the report must not.
    const note = `${code}: ${message}`.replaceAll(context.session.device.serial, "the device");
    return { verdict: "unknown", measured: {}, note };
  }
}

/** One result as lines for people. */
export function renderResult({ name, verdict, assumes, measured, note, durationMs }: CheckResult): string {
  const numbers = Object.entries(measured).map(([key, value]) => `${key} ${value === "" ? "-" : value}`);
  return [
    `${verdict.padEnd(10)} ${name} (${durationMs} ms)`,
    `           ${assumes}`,
    ...(numbers.length > 0 ? [`           ${numbers.join(", ")}`] : []),
    ...(note === null ? [] : [`           ${note}`]),
  ].join("\n");
}

import type { DeviceFacts } from "../../devices/device.js";
import type { Session } from "../../session/session.js";

/** The device that a check examines. */
export interface HardwareContext {
  readonly session: Session;
  readonly facts: DeviceFacts;
}

/**
 * Whether an assumption of Fovea is true on this phone. Measured values are numbers and words of the platform, never
 * the content of the screen or the owner's data: reports are made to be sent.
 */
export interface Finding {
  /** `unknown` if it cannot be found out on this phone, or with its settings. */
  readonly verdict: "confirmed" | "refuted" | "unknown";
  readonly measured: Readonly<Record<string, number | string | boolean | null>>;
  /** A further note; null for none. */
  readonly note: string | null;
}

/** One assumption about real phones, and how to check it. */
export interface HardwareCheck {
  readonly name: string;
  /** The assumption in one sentence. */
  readonly assumes: string;
  /** What the check does to the phone; null for nothing. */
  readonly sideEffect: string | null;
  readonly deadlineMs: number;
  readonly run: (context: HardwareContext, signal: AbortSignal) => Promise<Finding>;
}

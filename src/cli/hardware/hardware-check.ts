import type { DeviceFacts } from "../../devices/device.js";
import type { Session } from "../../session/session.js";

/** What a check works on. */
export interface HardwareContext {
  readonly session: Session;
  readonly facts: DeviceFacts;
}

/**
 * Whether what Fovea assumes of phones is so on this one. What was measured holds numbers and words of the platform,
 * never what the screen shows or who the phone belongs to: reports are made to be sent.
 */
export interface Finding {
  /** `unknown` where the phone, or how it is set up, does not let it be found out. */
  readonly verdict: "confirmed" | "refuted" | "unknown";
  readonly measured: Readonly<Record<string, number | string | boolean | null>>;
  /** What to know about it; null for nothing. */
  readonly note: string | null;
}

/** One assumption about real phones, and how to find out. */
export interface HardwareCheck {
  readonly name: string;
  /** The assumption, in one sentence. */
  readonly assumes: string;
  /** What finding out does to the phone; null for nothing. */
  readonly sideEffect: string | null;
  readonly deadlineMs: number;
  readonly run: (context: HardwareContext, signal: AbortSignal) => Promise<Finding>;
}

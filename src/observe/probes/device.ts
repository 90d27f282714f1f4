import type { DeviceFacts } from "../../devices/device.js";
import type { Session } from "../../session/session.js";
import { type ProbeResult, runProbe } from "../probe.js";

/** The facts of the running boot, as a part. They are read once for each connection, and their age counts from then. */
export function deviceFacts(session: Session, signal: AbortSignal): Promise<ProbeResult<DeviceFacts>> {
  const work = async (limit: AbortSignal) => {
    const value = await session.device.facts(limit);
    return { value, source: "getprop", takenAt: value.reportedAt ?? performance.now() };
  };
  return runProbe({ name: "device", deadlineMs: 8_000, work }, signal);
}

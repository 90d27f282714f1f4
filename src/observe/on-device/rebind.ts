import { deadline, pollUntil } from "../../base/signals.js";
import { isLive } from "../../devices/on-device/on-device-link.js";
import type { Session } from "../../session/session.js";
import type { ProbeResult } from "../probe.js";

/** Android binds the services again within some hundred milliseconds of the end of a UiAutomation. */
const REBIND_MS = 5_000;
const ASK_EVERY_MS = 100;

/**
 * Runs uiautomator's dump so that the on-device half survives it: a shell host of ours gives the device's one UiAutomation
 * back first (it is started again when it is needed), and a service is waited for until Android has bound it again, since
 * whoever looks next would find it suppressed. What that took is part of the side effect.
 */
export async function aroundDump<Value>(
  session: Session,
  dump: () => Promise<ProbeResult<Value>>,
  signal: AbortSignal,
): Promise<ProbeResult<Value>> {
  session.onDevice.releaseUiAutomation();
  const before = session.onDevice.current;
  const result = await dump().finally(() => session.onDevice.noteDump());
  if (before?.host !== "service") return result;
  const words = await rebound(session, signal);
  return { ...result, sideEffect: result.sideEffect === null ? words : `${result.sideEffect}; ${words}` };
}

async function rebound(session: Session, signal: AbortSignal): Promise<string> {
  const startedAt = performance.now();
  using limit = deadline(REBIND_MS, "waiting for the on-device half", signal);
  try {
    await pollUntil(() => isBack(session, limit.signal), ASK_EVERY_MS, limit.signal);
    return `the on-device half was back ${Math.round(performance.now() - startedAt)} ms after it`;
  } catch (error) {
    if (signal.aborted) throw error;
    return `the on-device half was not back ${REBIND_MS} ms after it`;
  }
}

async function isBack(session: Session, signal: AbortSignal): Promise<true | undefined> {
  const half = await session.onDevice.live(signal, { wish: "service" });
  if (!isLive(half)) {
    session.onDevice.reconsider();
    return undefined;
  }
  try {
    return (await half.client.request("health", {}, signal)).result.state === "running" ? true : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined; // the connection went with the process: it is opened again
  }
}

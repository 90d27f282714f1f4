import { isLive } from "../../devices/companion/companion-link.js";
import type { Session } from "../../session/session.js";
import type { ProbeResult } from "../probe.js";

/**
 * Runs uiautomator's dump so that the companion survives it. A companion shell first releases the device's only
 * UiAutomation, and is started again when it is needed. For a companion service this waits until Android binds it
 * again, since the next observation would find it suppressed; the time is part of the side effect. With `alongside` a
 * companion that is being started continues: either may finish first.
 */
export async function aroundDump<Value>(
  session: Session,
  { dump, alongside }: { readonly dump: () => Promise<ProbeResult<Value>>; readonly alongside: boolean },
  signal: AbortSignal,
): Promise<ProbeResult<Value>> {
  const { onDevice } = session;
  const held = onDevice.dumping({ alongside });
  const suppressed = onDevice.current?.host === "service";
  const result = await dump()
    .catch((error: unknown) => {
      onDevice.noteDump({ suppressed });
      throw error;
    })
    .finally(() => held[Symbol.dispose]());
  // Another program holds UiAutomation, for an unknown time.
  if (result.errors.some(({ code }) => code === "UIAUTOMATION_BUSY")) return result;
  onDevice.noteDump({ suppressed });
  if (!suppressed) return result;
  const words = await rebound(session, signal);
  return { ...result, sideEffect: result.sideEffect === null ? words : `${result.sideEffect}; ${words}` };
}

async function rebound({ onDevice }: Session, signal: AbortSignal): Promise<string> {
  const startedAt = performance.now();
  const companion = await onDevice.live(signal, { preference: "service" });
  const took = `${Math.round(performance.now() - startedAt)} ms`;
  return isLive(companion) ? `the companion was back ${took} after it` : `the companion was not back ${took} after it`;
}

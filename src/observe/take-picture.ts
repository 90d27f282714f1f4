import type { Session } from "../session/session.js";
import { runProbe } from "./probe.js";
import { deviceFacts } from "./probes/device.js";
import { screenshotProbe } from "./probes/screenshot.js";

/** Takes one screenshot, which the session's watcher receives. Errors: the signal's reason. */
export async function takePicture(session: Session, signal: AbortSignal): Promise<void> {
  const facts = deviceFacts(session, signal);
  facts.catch(() => {});
  await runProbe(screenshotProbe({ session, device: session.device, facts }), signal);
}

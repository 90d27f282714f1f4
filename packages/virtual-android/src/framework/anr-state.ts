import type { AnrState, BuildState } from "../phone-state.js";
import type { Framework } from "./framework.js";
import { snapshot } from "./snapshot.js";
import type { WindowRecord } from "./window-record.js";

/** The facts that the window manager keeps about an app that did not respond. */
export function anrState(framework: Framework, build: BuildState, window: WindowRecord): AnrState {
  const { title } = window.spec;
  return {
    wallClockMs: framework.kernel.scheduler.wallMs,
    reason: `Input dispatching timed out (${window.hash} ${title} (server) is not responding. Waited 5001ms for MotionEvent)`,
    windowTitle: title,
    snapshot: snapshot(framework, build),
  };
}

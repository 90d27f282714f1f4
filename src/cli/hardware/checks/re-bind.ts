import { pollUntil } from "../../../base/signals.js";
import { isLive } from "../../../devices/companion/companion-link.js";
import { observe } from "../../../observe/observe.js";
import { OBSERVE_TREE } from "../../../observe/observe-request.js";
import type { HardwareCheck } from "../hardware-check.js";
import { withCompanion } from "../live-companion.js";
import { tenths } from "../measure.js";

const MOST_MS = 15_000;
const AGAIN_MS = 20;

export const reBind: HardwareCheck = {
  name: "re-bind",
  assumes: "After `uiautomator dump` Android binds the service again within some seconds, in the same process.",
  sideEffect: "accessibility services are suspended for some seconds",
  deadlineMs: 60_000,
  run: (context, signal) =>
    withCompanion(
      context,
      async (before) => {
        if (before.host !== "service") {
          return {
            verdict: "unknown",
            measured: {},
            note: "The service is not set up; nothing suppresses the shell host.",
          };
        }
        const { session } = context;
        const { observation } = await observe(session, { ...OBSERVE_TREE, source: "uiautomator" }, signal);
        const startedAt = performance.now();
        const after = await pollUntil(
          async () => {
            const companion = await session.onDevice.live(signal, { waits: true });
            if (isLive(companion)) return companion;
            return performance.now() - startedAt > MOST_MS ? null : undefined;
          },
          AGAIN_MS,
          signal,
        );
        const isSame = after?.epoch === before.epoch;
        return {
          verdict: after && isSame ? "confirmed" : "refuted",
          measured: {
            isBack: after !== null,
            isSameProcess: after ? isSame : null,
            afterObservationMs: tenths(performance.now() - startedAt),
            reported: observation.parts.hierarchy?.sideEffect ?? null,
          },
          note: null,
        };
      },
      signal,
    ),
};

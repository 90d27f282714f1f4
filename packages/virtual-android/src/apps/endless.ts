import { column, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import { progressBar, spinner } from "../ui/widgets/progress.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { page } from "./builder.js";

const PACKAGE = "com.fovea.endless";
/**
 * Android merges accessibility events within 100 ms. With several ticks in each 100 ms, events are never further apart.
 */
const TICK_MS = 40;

/**
 * A download that never ends. With the ticker on, its text changes all the time, so that the screen never
 * becomes stable. With it off, only the ring turns, which costs frames but sends no events.
 */
export function endlessApp(): App {
  return {
    packageName: PACKAGE,
    label: "Endless",
    icon: { symbol: "refresh", color: 0xff7a4fd0 },
    activities: [{ className: `${PACKAGE}.EndlessActivity`, isLauncher: true, open: endlessScreen }],
  };
}

function endlessScreen(host: ActivityHost): Screen {
  let bytes = 0;
  let isTicking = true;
  const tick = () => {
    if (!isTicking) return;
    bytes += 37;
    host.after(TICK_MS, tick);
  };
  host.after(TICK_MS, tick);
  const toggle = () => {
    isTicking = !isTicking;
    if (isTicking) tick();
  };
  return {
    content: () =>
      page({ title: "Endless" }, [
        column(
          [
            spinner({ id: "spinner", label: "Loading" }),
            text(isTicking ? `Loading… ${bytes} KB` : "Loading quietly…", { id: "status", size: 18 }),
            progressBar((bytes / 50) % 100, { id: "progress", width: 220 }),
            button(isTicking ? "Stop the text" : "Start the text", toggle, { id: "toggle", kind: "tonal" }),
          ],
          { width: "fill", weight: 1, align: "center", justify: "center", gap: host.screenDp().height < 500 ? 8 : 22 },
        ),
      ]),
  };
}

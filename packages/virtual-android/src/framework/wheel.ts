import type { Point } from "../../../../src/base/geometry.js";
import { everyView, viewsAt } from "../ui/hit.js";
import type { Kernel } from "./kernel.js";
import type { WindowManager } from "./window-manager.js";

/** ViewConfiguration.getScaledVerticalScrollFactor: how far one notch of a wheel scrolls. */
const WHEEL_DP = 64;

/** How far a wheel turns; a positive number scrolls up or left. */
export interface WheelTurn {
  readonly horizontal: number;
  readonly vertical: number;
}

/** Scrolls the list at a point, or the first list of the window with the focus. */
export function turnWheel(
  kernel: Kernel,
  windows: WindowManager,
  turn: WheelTurn & { readonly point: Point | null },
): void {
  const { point } = turn;
  const window = point ? windows.windowAt(point) : windows.keyTarget();
  if (!window) return;
  const root = windows.layoutOf(window);
  const views = point ? viewsAt(root, point) : [...everyView(root)];
  for (const [axis, notches] of [
    ["vertical", turn.vertical],
    ["horizontal", turn.horizontal],
  ] as const) {
    const scroller = views.find(({ view }) => view.scroll?.axis === axis && view.scroll.canScroll)?.view.scroll;
    scroller?.scrollBy(-notches * kernel.display.px(WHEEL_DP), kernel.scheduler.now);
  }
  kernel.changed("content", window.spec.packageName);
}

import { FoveaError } from "../base/errors.js";
import { rectOf } from "../base/geometry.js";
import type { ActiveWindow } from "../screen/facts.js";
import { isSameRegion, TILE, type TileGrid } from "../screen/tiles.js";
import type { Session } from "../session/session.js";
import { deviceFacts } from "./device-facts.js";
import { type ProbeContext, runProbe } from "./probe.js";
import { screenshotProbe } from "./probes/screenshot.js";
import { type WindowLook, windowProbe } from "./probes/window.js";

/** What can be told of a screen without reading its tree. */
export interface Glance {
  readonly bootId: string | null;
  readonly window: WindowLook | null;
  readonly grid: TileGrid | null;
}

/** Window facts and pixels, read together. Errors: those of the connection when neither could be read. */
export async function glance(session: Session, signal: AbortSignal): Promise<Glance> {
  const facts = deviceFacts(session, signal);
  const context: ProbeContext = { session, device: session.device, facts };
  const [boot, window, screenshot] = await Promise.all([
    facts,
    runProbe(windowProbe(context), signal),
    runProbe(screenshotProbe(context), signal),
  ]);
  const [error] = window.errors;
  if (window.value === null && screenshot.value === null && error) {
    throw new FoveaError(error.code, error.message, { device: session.device.serial });
  }
  const grid = screenshot.value && !screenshot.value.black ? screenshot.value.grid : null;
  return { bootId: boot.value?.bootId ?? null, window: window.value, grid };
}

/** Same focused window, rotation and keyboard, and no pixel changed below the tiles of the status bar (its clock moves). */
export function isSameGlance(before: Glance, after: Glance): boolean {
  if (!isSameWindow(before, after) || !before.grid || !after.grid) return false;
  const bar = after.window?.systemInsets?.statusBars;
  const top = bar?.visible === true ? Math.ceil(bar.top / TILE) * TILE : 0;
  return isSameRegion(before.grid, after.grid, rectOf(0, top, after.grid.width, after.grid.height));
}

/** Same boot, focused window, rotation and keyboard; false where that is not known. */
export function isSameWindow(before: Glance, after: Glance): boolean {
  const [a, b] = [before.window, after.window];
  if (!a || !b || before.bootId !== after.bootId || !isSameFocus(a.activeWindow, b.activeWindow)) return false;
  return a.rotation === b.rotation && a.ime?.visible === b.ime?.visible;
}

function isSameFocus(before: ActiveWindow | null, after: ActiveWindow | null): boolean {
  if (!before || !after) return false;
  return before.windowId === null || after.windowId === null
    ? before.title === after.title
    : before.windowId === after.windowId;
}

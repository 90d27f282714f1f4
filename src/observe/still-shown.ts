import type { Rect } from "../base/geometry.js";
import { isSameRegion } from "../screen/tiles.js";
import type { Session } from "../session/session.js";
import { glance } from "./glance.js";

/**
 * Whether a part of the last observation's screen is surely still shown as it was: same boot, focused window, rotation
 * and keyboard, and not one pixel changed in the tiles around that part. False wherever that cannot be told. It takes
 * one screenshot and one word of the window manager, together; much less than reading the tree again.
 */
export async function isStillShown(session: Session, region: Rect, signal: AbortSignal): Promise<boolean> {
  const last = session.lastObservation;
  const tiles = session.lastTiles;
  if (!last || tiles?.observationId !== last.observationId) return false;
  const now = await glance(session, signal);
  const focus = now.window?.activeWindow?.windowId ?? null;
  const isSameScreen =
    now.bootId === last.device.bootId &&
    focus !== null &&
    focus === last.activeWindow?.windowId &&
    now.window?.rotation === last.rotation &&
    now.window.ime?.visible === last.ime?.visible;
  return isSameScreen && now.grid !== null && isSameRegion(tiles.grid, now.grid, region);
}

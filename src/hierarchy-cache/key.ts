import type { Size } from "../base/geometry.js";
import type { ActiveWindow, Ime, Power, Rotation } from "../screen/facts.js";

/** The facts that have to be the same, besides the pixels, before a kept tree is used again. */
export interface ScreenFacts {
  readonly serial: string;
  readonly bootId: string | null;
  readonly displayId: number | null;
  readonly screenSize: Size | null;
  readonly density: number | null;
  readonly rotation: Rotation | null;
  readonly activeWindow: ActiveWindow | null;
  readonly ime: Ime | null;
  readonly power: Power | null;
}

/** Identifies a screen of one device in one boot. */
export interface ScreenKey {
  readonly serial: string;
  readonly name: string;
}

/**
 * The key of a screen: device, boot, display, window (package, activity, title, user), rotation, size, density and
 * whether the keyboard is shown. If there is no key, the reason as a text: a fact is unknown, or a screenshot proves
 * nothing (screencap shows only the default display; a window without the focus is in a transition).
 */
export function screenKey(facts: ScreenFacts): ScreenKey | string {
  const { serial, bootId, displayId, screenSize, density, rotation, activeWindow, ime, power } = facts;
  if (bootId === null) return "the boot is not known";
  if (displayId !== 0) return displayId === null ? "the display is not known" : "it is not the default display";
  if (!screenSize || density === null || rotation === null) return "size, density or rotation is not known";
  if (!activeWindow || activeWindow.package === null) return "the window in front is not known";
  if (activeWindow.basis !== "focus") return "no window has the focus";
  if (ime?.visible === undefined || ime.visible === null) return "the keyboard's state is not known";
  if (power?.interactive === false) return "the screen is off";
  const { package: owner, activity, title, type, userId } = activeWindow;
  const window = [owner, activity, title, type, userId];
  const name = JSON.stringify([
    bootId,
    displayId,
    ...window,
    rotation,
    screenSize.width,
    screenSize.height,
    density,
    ime.visible,
  ]);
  return { serial, name };
}

import { type Rect, rectOf, type Size } from "../../base/geometry.js";
import type { OnDeviceFacts } from "../../devices/companion/results.js";
import type { ActiveWindow, Insets, Keyguard, Power, Rotation, SystemInsets } from "../../screen/facts.js";
import { edgesOf, NO_INSETS } from "../parse/window/insets.js";
import type { WindowData } from "../probes/window.js";

export type OnDeviceDisplay = OnDeviceFacts["displays"][number];

/**
 * The display that the user looks at: the display of the focused window, else the default display. Undefined if there
 * is no display.
 */
export function lookedAt(facts: OnDeviceFacts, focused: number | null): OnDeviceDisplay | undefined {
  const byId = (id: number | null) => facts.displays.find((display) => display.id === id);
  return byId(focused) ?? byId(0) ?? facts.displays[0];
}

export interface FactsOfSnapshot {
  readonly facts: OnDeviceFacts;
  readonly display: OnDeviceDisplay;
  readonly activeWindow: ActiveWindow | null;
  /** The window manager's facts, if it was asked as well. */
  readonly dumped: WindowData | null;
}

/** The screen's facts from the companion, with the window manager's for those that only it knows. */
export function windowLookOf({ facts, display, activeWindow, dumped }: FactsOfSnapshot): WindowData {
  const screenSize = { width: display.widthPx, height: display.heightPx };
  const { visible, bounds, id } = facts.inputMethod;
  return {
    displayId: display.id,
    screenSize,
    density: display.densityDpi,
    rotation: rotationOf(display.rotation),
    systemInsets: insetsOf(display, screenSize) ?? dumped?.systemInsets ?? null,
    activeWindow,
    ime: { visible, frame: visible ? bounds : null, inputMethod: id ?? dumped?.ime?.inputMethod ?? null },
    power: powerOf(facts, display, dumped),
    keyguard: keyguardOf(facts, activeWindow, dumped),
    windows: [],
    errors: [],
    deviceTimeMs: dumped?.deviceTimeMs ?? null,
  };
}

function rotationOf(value: number): Rotation | null {
  return value === 0 || value === 1 || value === 2 || value === 3 ? value : null;
}

function powerOf({ interactive }: OnDeviceFacts, { on }: OnDeviceDisplay, dumped: WindowData | null): Power | null {
  if (interactive === null) return dumped?.power ?? null;
  // Both reports may be of different moments, so they are merged only if they agree.
  if (dumped?.power?.interactive === interactive) return dumped.power;
  return { interactive, wakefulness: null, displayState: on === null ? null : on ? "ON" : "OFF" };
}

/**
 * KeyguardManager.isKeyguardLocked is also true while an activity covers the lock screen; then an app's window has the
 * focus. isDeviceLocked is false if no PIN, pattern or password is needed, as with a trusted device nearby.
 */
function keyguardOf(facts: OnDeviceFacts, front: ActiveWindow | null, dumped: WindowData | null): Keyguard | null {
  const { keyguardShowing: showing, deviceLocked } = facts;
  if (showing === null) return dumped?.keyguard ?? null;
  if (dumped?.keyguard?.showing === showing) return dumped.keyguard;
  if (!showing) return { showing, secure: null, occluded: false };
  return { showing, secure: deviceLocked, occluded: front === null ? null : front.type === "application" };
}

/** Android reports to the service only what is visible: a hidden bar has no thickness. */
function insetsOf({ insets }: OnDeviceDisplay, size: Size): SystemInsets | null {
  if (insets === null) return null;
  const kind = (rect: Rect | null) => (rect === null ? null : visibleInsets(rect, size));
  const kinds = {
    statusBars: kind(insets.statusBars),
    navigationBars: kind(insets.navigationBars),
    ime: kind(insets.ime),
    displayCutout: kind(insets.displayCutout),
    captionBar: kind(insets.captionBar),
    systemGestures: kind(insets.systemGestures),
    mandatorySystemGestures: kind(insets.mandatorySystemGestures),
    tappableElement: kind(insets.tappableElement),
  };
  return { ...kinds, edges: edgesOf(kinds) };
}

function visibleInsets({ left, top, right, bottom }: Rect, { width, height }: Size): Insets {
  const sides = [left, top, right, bottom].filter((side) => side > 0).length;
  if (sides === 0) return NO_INSETS;
  const strip = rectOf(
    right > 0 ? width - right : 0,
    bottom > 0 ? height - bottom : 0,
    left > 0 ? left : width,
    top > 0 ? top : height,
  );
  return { visible: true, left, top, right, bottom, frame: sides === 1 ? strip : null };
}

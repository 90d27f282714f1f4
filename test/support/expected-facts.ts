import type { InsetsSourceState, PhoneState } from "../../packages/virtual-android/src/phone-state.js";
import type { Rect, Size } from "../../src/base/geometry.js";
import type { Insets, SystemInsets } from "../../src/screen/facts.js";
import type { Observation } from "../../src/screen/observation.js";

type Facts = Pick<
  Observation,
  "displayId" | "screenSize" | "density" | "rotation" | "systemInsets" | "ime" | "power" | "keyguard"
>;

/**
 * The facts that an observation of a phone in this state has to contain; null for facts that the release does not
 * report.
 */
export function expectedFacts(state: PhoneState): Facts {
  const { display, ime, power, keyguard, build } = state;
  const reportsLock = build.family >= 28;
  return {
    displayId: display.displayId,
    screenSize: display.size,
    density: display.density,
    rotation: display.rotation,
    systemInsets: expectedInsets(state),
    ime: {
      visible: ime.isVisible,
      frame: ime.isVisible ? ime.frame : null,
      // Android 7's window manager does not report a hidden keyboard; the input method service does.
      inputMethod: build.family === 24 && !ime.isVisible ? ime.currentMethod : null,
    },
    power: {
      interactive: power.isInteractive,
      wakefulness: power.wakefulness,
      displayState: display.isOn ? "ON" : "OFF",
    },
    keyguard: {
      showing: keyguard.isShowing,
      secure: reportsLock ? keyguard.isSecure : null,
      occluded: reportsLock ? keyguard.isOccluded : null,
    },
  };
}

/** The facts of the focused window and its app that do not depend on the kind of the window. */
export function expectedWindow({ focusedWindow, focusedActivity, display }: PhoneState) {
  return {
    package: focusedWindow?.ownerPackage,
    title: focusedWindow?.title,
    windowId: focusedWindow?.hash,
    userId: focusedWindow?.userId,
    displayId: display.displayId,
    app: focusedActivity?.packageName,
    basis: "focus",
  };
}

const KINDS = {
  statusBars: ["statusBars"],
  navigationBars: ["navigationBars"],
  ime: ["ime"],
  displayCutout: ["displayCutout"],
  systemGestures: ["systemGesturesLeft", "systemGesturesRight"],
  mandatorySystemGestures: ["mandatorySystemGesturesTop", "mandatorySystemGesturesBottom"],
  tappableElement: ["tappableElementTop", "tappableElementBottom"],
} as const;

const ABSENT: Insets = { visible: false, left: 0, top: 0, right: 0, bottom: 0, frame: null };

function expectedInsets({ insets, display, build }: PhoneState): SystemInsets {
  const of = (kind: keyof typeof KINDS) => {
    const names: readonly string[] = KINDS[kind];
    return united(
      insets.filter((source) => names.includes(source.kind)),
      display.size,
    );
  };
  const hasSources = build.family >= 30;
  const bars = [of("statusBars"), of("navigationBars")].filter((bar) => bar.visible === true);
  const edge = (side: "left" | "top" | "right" | "bottom") => Math.max(0, ...bars.map((bar) => bar[side]));
  return {
    statusBars: of("statusBars"),
    navigationBars: of("navigationBars"),
    ime: of("ime"),
    displayCutout: hasSources ? of("displayCutout") : null,
    captionBar: hasSources ? ABSENT : null,
    systemGestures: hasSources ? of("systemGestures") : null,
    mandatorySystemGestures: hasSources ? of("mandatorySystemGestures") : null,
    tappableElement: hasSources ? of("tappableElement") : null,
    edges: { left: edge("left"), top: edge("top"), right: edge("right"), bottom: edge("bottom") },
  };
}

function united(sources: readonly InsetsSourceState[], size: Size): Insets {
  const drawn = sources.filter(({ frame }) => frame.right > frame.left && frame.bottom > frame.top);
  const depths = drawn.map((source) => depthOf(source.frame, size));
  const deepest = (side: "left" | "top" | "right" | "bottom") => Math.max(0, ...depths.map((depth) => depth[side]));
  return {
    visible: drawn.some((source) => source.visible),
    left: deepest("left"),
    top: deepest("top"),
    right: deepest("right"),
    bottom: deepest("bottom"),
    frame: drawn.length === 1 ? (drawn[0]?.frame ?? null) : null,
  };
}

/** The depth of a bar, measured from its edge of the screen; the keyboard is always at the bottom. */
function depthOf({ left, top, right, bottom }: Rect, { width, height }: Size) {
  const depth = { left: 0, top: 0, right: 0, bottom: 0 };
  if (top > 0 && bottom === height) return { ...depth, bottom: height - top };
  if (right - left === width) return top === 0 ? { ...depth, top: bottom } : { ...depth, bottom: height - top };
  return left === 0 ? { ...depth, left: right } : { ...depth, right: width - left };
}

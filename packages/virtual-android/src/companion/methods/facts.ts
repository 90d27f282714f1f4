import type { Rect, Size } from "../../../../../src/base/geometry.js";
import type { InsetsKind, InsetsSourceState } from "../../phone-state.js";
import type { CompanionParts } from "../parts.js";

/** The facts that a window dump would give. */
export function factsOf(parts: CompanionParts): object {
  const { screen, clock } = parts;
  const { power, keyguard, keyboard } = screen.framework;
  const active = screen.windows().find((window) => window.isActive);
  const activeId = active ? screen.idOf(active.record) : null;
  const ime = keyboard.state();
  return {
    uptimeMs: Math.floor(clock.now()),
    interactive: power.isAwake,
    keyguardShowing: keyguard.isShowing,
    deviceLocked: keyguard.isShowing && keyguard.state().isSecure,
    activeWindow: activeId,
    focusedWindow: activeId,
    inputMethod: {
      visible: ime.isVisible,
      bounds: ime.frame && [ime.frame.left, ime.frame.top, ime.frame.right, ime.frame.bottom],
      id: ime.currentMethod === "" ? null : ime.currentMethod,
    },
    displays: [displayOf(parts)],
  };
}

function displayOf({ screen, facts }: CompanionParts): object {
  const { kernel, power } = screen.framework;
  const { display } = kernel;
  const cutouts = display.cutoutBounds.map(({ left, top, right, bottom }) => [left, top, right, bottom]);
  return {
    id: 0,
    widthPx: display.size.width,
    heightPx: display.size.height,
    rotation: display.rotation,
    densityDpi: display.dpi,
    refreshRateHz: 60,
    on: power.isAwake,
    insets: facts.apiLevel >= 30 ? insetsOf(screen) : null,
    // Android 9 introduced DisplayCutout.
    cutouts: facts.apiLevel >= 28 ? cutouts : null,
  };
}

const NONE = [0, 0, 0, 0] as const;

function insetsOf({ framework }: CompanionParts["screen"]): object {
  const { display } = framework.kernel;
  const sources = [...display.insetsSources(framework.windows.bars()), ...framework.keyboard.insetsSource()];
  const of = (...kinds: readonly InsetsKind[]) => joined(sources, kinds, display.size);
  return {
    statusBars: of("statusBars"),
    navigationBars: of("navigationBars"),
    captionBar: NONE,
    displayCutout: of("displayCutout"),
    ime: of("ime"),
    systemGestures: of(
      "systemGesturesLeft",
      "systemGesturesRight",
      "mandatorySystemGesturesTop",
      "mandatorySystemGesturesBottom",
    ),
    mandatorySystemGestures: of("mandatorySystemGesturesTop", "mandatorySystemGesturesBottom"),
    tappableElement: of("tappableElementTop", "tappableElementBottom"),
  };
}

/** The size that the visible sources of these kinds take from each edge of the screen. */
function joined(sources: readonly InsetsSourceState[], kinds: readonly InsetsKind[], size: Size): readonly number[] {
  const own = sources.filter((source) => source.visible && kinds.includes(source.kind));
  return own
    .map((source) => thickness(source.frame, size))
    .reduce((most, one) => most.map((width, edge) => Math.max(width, one[edge] ?? 0)), [...NONE]);
}

/** InsetsSource.calculateInsets: a frame that spans an edge takes its thickness from this edge. */
function thickness({ left, top, right, bottom }: Rect, { width, height }: Size): readonly number[] {
  if (right <= left || bottom <= top) return NONE;
  if (left === 0 && right === width) return top === 0 ? [0, bottom, 0, 0] : [0, 0, 0, height - top];
  return left === 0 ? [right, 0, 0, 0] : [0, 0, width - left, 0];
}

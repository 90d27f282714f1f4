import { height, isEmpty } from "../../../../../src/base/geometry.js";
import type { InsetsKind, WindowState } from "../../phone-state.js";
import type { DisplayView } from "../display-views.js";
import { type Edge, edgeOf, sourceOf } from "../frames.js";
import { type Lines, when } from "../text.js";
import { insetsText, sourceId } from "./insets-names.js";

/**
 * The insets that a bar's attributes provide: one line on Android 13, a list from 14 on; no lines for other windows.
 */
export function providedInsets(api: number, view: DisplayView, window: WindowState, isOuter: boolean): Lines {
  if (api === 33) return window.kind === "navigationBar" ? [navigationBarOf13(view)] : [];
  if (window.kind === "statusBar") return ["providedInsets:", ...statusBarProviders(view, window, isOuter)];
  if (window.kind === "navigationBar") return ["providedInsets:", ...navigationBarProviders(view, window)];
  return [];
}

function navigationBarOf13(view: DisplayView): string {
  const size = sizeText(view, "navigationBars");
  return `providedInsets=InsetsFrameProvider: {type=ITYPE_NAVIGATION_BAR, source=SOURCE_FRAME, insetsSize=${size}}`;
}

/** The provider of the gestures prints its size only in the copies for each rotation. */
function statusBarProviders(view: DisplayView, window: WindowState, isOuter: boolean): Lines {
  const size = `insetsSize=${sizeText(view, "statusBars")}`;
  const safe = `mMinimalInsetsSizeInDisplayCutoutSafe=${insetsText({ top: 32 })}`;
  const minimal = isOuter ? safe : `${size}, ${safe}`;
  return [
    provider(window, "statusBars", "FRAME", size),
    provider(window, "tappableElementTop", "FRAME", size),
    provider(window, "mandatorySystemGesturesTop", "FRAME", minimal),
  ];
}

function navigationBarProviders(view: DisplayView, window: WindowState): Lines {
  const overridden = (kind: InsetsKind) => {
    const size = sizeText(view, kind);
    const types = ["INPUT_METHOD", "VOICE_INTERACTION"].map(
      (type) => `TypedInsetsSize: {windowType=${type}, insetsSize=${size}}`,
    );
    return `insetsSize=${size}, insetsSizeOverrides=[${types.join(", ")}]`;
  };
  return [
    provider(window, "navigationBars", "FRAME", overridden("navigationBars")),
    provider(window, "tappableElementBottom", "FRAME", overridden("tappableElementBottom")),
    provider(window, "mandatorySystemGesturesBottom", "FRAME", overridden("mandatorySystemGesturesBottom")),
    ...gestureProviders(view, window),
  ];
}

function gestureProviders(view: DisplayView, window: WindowState): Lines {
  const kinds = ["systemGesturesLeft", "systemGesturesRight"] as const;
  return kinds.flatMap((kind) => {
    const frame = sourceOf(view, kind)?.frame;
    return when(
      frame !== undefined && !isEmpty(frame),
      provider(window, kind, "DISPLAY", `insetsSize=${sizeText(view, kind)}`),
    );
  });
}

const TYPE_OF: Partial<Readonly<Record<InsetsKind, string>>> = {
  statusBars: "statusBars",
  navigationBars: "navigationBars",
  tappableElementTop: "tappableElement",
  tappableElementBottom: "tappableElement",
  mandatorySystemGesturesTop: "mandatorySystemGestures",
  mandatorySystemGesturesBottom: "mandatorySystemGestures",
  systemGesturesLeft: "systemGestures",
  systemGesturesRight: "systemGestures",
};

function provider(window: WindowState, kind: InsetsKind, source: "FRAME" | "DISPLAY", size: string): string {
  const index = kind === "systemGesturesRight" ? 1 : 0;
  const flags = kind === "navigationBars" ? "SUPPRESS_SCRIM" : "";
  const words = [`id=#${sourceId(kind, window.hash)}`, `index=${index}`, `type=${TYPE_OF[kind] ?? kind}`];
  return `  InsetsFrameProvider: {${words.join(", ")}, source=${source}, flags=[${flags}], ${size}}`;
}

function sizeText(view: DisplayView, kind: InsetsKind): string {
  const frame = sourceOf(view, kind)?.frame;
  if (!frame || isEmpty(frame)) return insetsText({});
  const edge: Edge = edgeOf(frame, view.display.size) ?? "top";
  const isAcross = edge === "top" || edge === "bottom";
  return insetsText({ [edge]: isAcross ? height(frame) : frame.right - frame.left });
}

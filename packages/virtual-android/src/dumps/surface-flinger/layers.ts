import type { PhoneState, WindowState } from "../../phone-state.js";
import { allWindows } from "../display-views.js";

/** The layer into which an app draws. */
export interface Layer {
  /** The name that `--latency` expects: the window's title with the layer's number. */
  readonly name: string;
  /** Its line in `--list`: from Android 15 on inside the debug text of its state. */
  readonly listed: string;
  readonly window: WindowState;
}

/** The layers on the screen, bottom of the z-order first. The container of a window comes before its buffers. */
export function layersOf(state: PhoneState): readonly Layer[] {
  const api = state.build.apiLevel;
  const shown = allWindows(state)
    .map(({ window }) => window)
    .filter((window) => window.hasSurface)
    .toReversed();
  return shown.flatMap((window, index) => {
    // Up to Android 9 the number counts layers with the same name; later it counts all layers.
    const number = api <= 28 ? 0 : 60 + 2 * index;
    if (api <= 28) return [layer(window, `${window.title}#0`, null, api)];
    return [
      layer(window, `${window.hash} ${window.title}#${number}`, number - 3, api),
      layer(window, `${window.title}#${number + 1}`, number, api),
    ];
  });
}

function layer(window: WindowState, name: string, parent: number | null, api: number): Layer {
  return { name, listed: api >= 35 ? `RequestedLayerState{${name} parentId=${parent ?? 0}}` : name, window };
}

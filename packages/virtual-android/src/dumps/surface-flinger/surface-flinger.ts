import type { PhoneState } from "../../phone-state.js";
import { physicalPort } from "../display-info.js";
import { displayType, displayViews } from "../display-views.js";
import type { Lines } from "../text.js";
import { latencyLines } from "./latency.js";
import { layersOf } from "./layers.js";

/**
 * `dumpsys SurfaceFlinger`: `--display-id` (10 and later), `--list`, `--latency [LAYER]`, `--latency-clear [LAYER]`
 * (prints nothing); any other arguments print the whole dump.
 */
export function dumpSurfaceFlinger(state: PhoneState, args: readonly string[]): Lines {
  const [option, name] = args;
  switch (option) {
    case "--display-id":
      return state.build.apiLevel >= 29 ? displayIds(state) : wholeDump(state);
    case "--list":
      return layersOf(state).map((layer) => layer.listed);
    case "--latency":
      return latencyLines(state, name);
    case "--latency-clear":
      return [];
    default:
      return wholeDump(state);
  }
}

/** Physical displays only: overlays and virtual ones have no hardware id. */
function displayIds(state: PhoneState): Lines {
  const { apiLevel } = state.build;
  const panels = displayViews(state).filter((view) => ["INTERNAL", "EXTERNAL"].includes(displayType(view.display)));
  return panels
    .toSorted((a, b) => a.display.displayId - b.display.displayId)
    .map((view, index) => {
      const name = apiLevel >= 29 ? ` port=${physicalPort(view)} pnpId=GGL displayName="EMU_display_${index}"` : "";
      return `Display ${view.display.physicalId} (HWC display ${index}):${name}`;
    });
}

function wholeDump(state: PhoneState): Lines {
  const layers = layersOf(state);
  const { size, refreshRate, isOn, physicalId } = state.display;
  return [
    "Build configuration: [sf PRESENT_TIME_OFFSET=0 FORCE_HWC_FOR_RBG_TO_YUV=0]",
    "",
    "Display identification data:",
    ...displayIds(state),
    "",
    `Visible layers (count = ${layers.length})`,
    "GraphicBufferProducers: (count = 0)",
    ...layers.flatMap((layer) => [
      `+ Layer (${layer.name}) uid=${layer.window.ownerUid}`,
      `      layerStack=   0, z=        0, pos=(${layer.window.frame.left},${layer.window.frame.top}), size=(${layer.window.frame.right - layer.window.frame.left},${layer.window.frame.bottom - layer.window.frame.top})`,
    ]),
    "",
    "Displays (1 entries)",
    `+ DisplayDevice{${physicalId}, primary, "Built-in Screen"}`,
    `   powerMode=${isOn ? "On (2)" : "Off (0)"} (size = ${size.width} x ${size.height}, refresh-rate = ${refreshRate.toFixed(6)} fps)`,
    "",
    `h/w composer state: ${isOn ? "enabled" : "disabled"}`,
  ];
}

import { type Rect, rectOf } from "../../../../../src/base/geometry.js";
import type { PhoneState } from "../../phone-state.js";
import { physicalPort } from "../display-info.js";
import { type DisplayView, defaultView, displayType, displayViews } from "../display-views.js";
import { boundsOf } from "../frames.js";
import type { Lines } from "../text.js";

/**
 * The `Viewports:` block at the end of the reader's configuration: up to Android 9 three named viewports, then a list.
 */
export function configurationViewports(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  if (api >= 29) {
    return ["      Viewports:", ...displayViews(state).map((view) => `        ${viewportText(api, view)}`)];
  }
  const text = viewportText(api, defaultView(state)).replace("logicalFrame", "uniqueId='', logicalFrame");
  return [
    "      Viewports:",
    "        ViewportInternal:",
    `          ${text}`,
    // Without an external screen, both viewports are of the same display.
    "        ViewportExternal:",
    `          ${text}`,
    "        ViewportVirtual:",
  ];
}

/** DisplayViewport::toString; from Android 10 on with type, unique id and port, from 11 on with `isActive`. */
export function viewportText(api: number, view: DisplayView): string {
  const { display } = view;
  const { width, height } = display.physicalSize;
  const turned = display.rotation % 2 === 0 ? rectOf(0, 0, width, height) : rectOf(0, 0, height, width);
  const area = `logicalFrame=${rectText(boundsOf(display.size))}, physicalFrame=${rectText(turned)}, deviceSize=[${turned.right}, ${turned.bottom}]`;
  if (api <= 28) return `Viewport: displayId=${display.displayId}, orientation=${display.rotation}, ${area}`;
  const type = displayType(display) === "OVERLAY" ? "VIRTUAL" : displayType(display);
  const identity = `displayId=${display.displayId}, uniqueId=${display.uniqueId}, port=${physicalPort(view)}, orientation=${display.rotation}`;
  const active = api >= 30 ? `, isActive=[${display.isOn ? 1 : 0}]` : "";
  return `Viewport ${type}: ${identity}, ${area}${active}`;
}

function rectText({ left, top, right, bottom }: Rect): string {
  return `[${left}, ${top}, ${right}, ${bottom}]`;
}

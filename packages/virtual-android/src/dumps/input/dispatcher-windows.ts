import type { Rect } from "../../../../../src/base/geometry.js";
import { isEmpty } from "../../../../../src/base/geometry.js";
import type { PhoneState, WindowState } from "../../phone-state.js";
import type { DisplayView } from "../display-views.js";
import { hex8, identityHash, type Lines, shortRect, when } from "../text.js";
import { activityOf, appToken, windowToken } from "../tokens.js";
import { traitsOf } from "../window/window-traits.js";

/** The dispatcher's name of a window: the window manager's `Window{…}` up to Android 11, then `hash title`. */
export function handleName(api: number, window: WindowState): string {
  return api <= 30 ? windowToken(window) : `${window.hash} ${window.title}`;
}

/** The windows of a display, top first, with one long line each; from Android 12 on a transform follows. */
export function windowLines(state: PhoneState, view: DisplayView, prefix: string): Lines {
  const api = state.build.apiLevel;
  return view.windows.flatMap((window, index) => [
    `${prefix}${index}: ${describe(state, view, window, index)}`,
    ...when(api >= 31, ...transform(window.frame, prefix)),
  ]);
}

function describe(state: PhoneState, view: DisplayView, window: WindowState, index: number): string {
  const api = state.build.apiLevel;
  if (api <= 30) return early(api, view, window);
  const app = activityOf(view.tasks, window);
  const appName = app ? appToken(api, app) : "";
  const token = `0xb4000073${identityHash(`token ${window.hash}`).padStart(8, "0")}`;
  const id = `id=${60 + index}, displayId=${view.display.displayId}`;
  const frame = `frame=${shortRect(window.frame)}, globalScale=1`;
  const application = `applicationInfo.name=${appName}, applicationInfo.token=${app ? token : "<null>"}`;
  const owner = `ownerPid=${window.ownerPid}, ownerUid=${window.ownerUid}, dispatchingTimeout=5000ms`;
  const touch = `touchableRegion=${region(window)}`;
  if (api <= 32) {
    const flags = `portalToDisplayId=-1, paused=false, focusable=${window.isFocusable}, hasWallpaper=false, visible=${window.isVisible}, alpha=1.00, flags=${hex8(traitsOf(api, window).flags)}, type=${window.layoutType}`;
    return `name='${handleName(api, window)}', ${id}, ${flags}, ${frame}.000000, ${application}, ${touch}, inputFeatures=, ${owner}, trustedOverlay=false, hasToken=true, touchOcclusionMode=BLOCK_UNTRUSTED`;
  }
  const config = configuration(window);
  return `name=${handleName(api, window)}, ${id}, inputConfig=${config}, alpha=1, ${frame}, ${application}, ${touch}, ${owner}, token=${token}, touchOcclusionMode=BLOCK_UNTRUSTED`;
}

function early(api: number, view: DisplayView, window: WindowState): string {
  const { displayId } = view.display;
  const hasFocus = window.hash === view.focusedWindow?.hash;
  const display = `displayId=${displayId}${api >= 29 ? ", portalToDisplayId=-1" : ""}`;
  const flags = `paused=false, hasFocus=${hasFocus}, hasWallpaper=false, visible=${window.isVisible}, canReceiveKeys=${window.isFocusable && window.isVisible}, flags=${hex8(traitsOf(api, window).flags)}, type=${hex8(window.layoutType)}`;
  const layer = api <= 28 ? "layer=0, " : api === 29 ? "layer=0, " : "";
  const scale = api <= 28 ? "scale=1.000000" : "globalScale=1.000000, windowScale=(1.000000,1.000000)";
  return `name='${windowToken(window)}', ${display}, ${flags}, ${layer}frame=${shortRect(window.frame)}, ${scale}, touchableRegion=${region(window)}, inputFeatures=0x00000000, ownerPid=${window.ownerPid}, ownerUid=${window.ownerUid}, dispatchingTimeout=5000.000ms`;
}

/** WindowInfo::InputConfig, Android 13 and later. */
function configuration(window: WindowState): string {
  const isSystem = window.activityHash === null && window.kind !== "inputMethod";
  const words = [
    ...when(!window.isVisible, "NOT_VISIBLE"),
    ...when(!window.isFocusable, "NOT_FOCUSABLE"),
    ...when(window.kind === "wallpaper", "NOT_TOUCHABLE", "IS_WALLPAPER"),
    ...when(isSystem && window.kind !== "wallpaper", "TRUSTED_OVERLAY"),
  ];
  return words.length === 0 ? "0x0" : words.join(" | ");
}

function region(window: WindowState): string {
  const isTouchable = window.isVisible && window.kind !== "wallpaper" && !isEmpty(window.frame);
  return isTouchable ? shortRect(window.frame) : "<empty>";
}

function transform(frame: Rect, prefix: string): Lines {
  if (frame.left === 0 && frame.top === 0) return [`${prefix}transform (ROT_0) (IDENTITY)`];
  return [
    `${prefix}transform (ROT_0) (TRANSLATE)`,
    `${prefix}    1.0000  0.0000  ${(-frame.left).toFixed(4)}`,
    `${prefix}    0.0000  1.0000  ${(-frame.top).toFixed(4)}`,
    `${prefix}    0.0000  0.0000  1.0000`,
  ];
}

import { height, width } from "../../../../../src/base/geometry.js";
import type { WindowState } from "../../phone-state.js";
import { identityHash, javaFloat, type Lines, when } from "../text.js";
import type { WindowBlock } from "./window-to-dump.js";

/** The surfaces of a window on the screen: the leash of controlled bars, then its WindowStateAnimator. */
export function surfaceLines({ state, window, isFull }: WindowBlock): Lines {
  const api = state.build.apiLevel;
  const animator = `WindowStateAnimator{${identityHash(`animator ${window.hash}`)} ${window.title}}:`;
  const leash = api >= 30 && CONTROLLED.has(window.kind) ? leashLines(api, window) : [];
  return [...joinLeash(api, leash, animator), ...(isFull ? fullLines(api, window) : shortLines(api, window))];
}

const CONTROLLED: ReadonlySet<string> = new Set(["statusBar", "navigationBar", "inputMethod"]);

/** `Surface(name=Surface(name=… StatusBar)/@0x… - animation-leash of insets_animation)/@0x…`. */
export function leashName(api: number, window: WindowState): string {
  const number = (seed: string) => (api >= 36 ? `#${50 + (Number.parseInt(identityHash(seed), 16) % 90)}` : "");
  const inner = `Surface(name=${window.hash} ${window.title}${number(`s${window.hash}`)})/@0x${identityHash(`in ${window.hash}`)}`;
  const of = api >= 31 ? " of insets_animation" : "";
  return `Surface(name=${inner} - animation-leash${of}${number(`l${window.hash}`)})/@0x${identityHash(`out ${window.hash}`)}`;
}

function leashLines(api: number, window: WindowState): Lines {
  const leash = leashName(api, window);
  const adapter = `com.android.server.wm.InsetsSourceProvider$ControlAdapter@${identityHash(`adapter ${window.hash}`)}`;
  const head = ["ContainerAnimator:", `  mLeash=${leash} mAnimationType=${api >= 31 ? "insets_animation" : "32"}`];
  if (api >= 31) return [...head, `  Animation: ${adapter}`, `    ControlAdapter mCapturedLeash=${leash}`];
  return [...head, `  Animation: ${adapter}`, "    ControlAdapter", `     mCapturedLeash=${leash}`];
}

/** Android 11 prints no line end after the captured leash: four spaces and the animator follow. */
function joinLeash(api: number, leash: Lines, animator: string): Lines {
  if (leash.length === 0) return [animator];
  if (api !== 30) return [...leash, animator];
  return [...leash.slice(0, -1), `${leash.at(-1) ?? ""}    ${animator}`];
}

function fullLines(api: number, window: WindowState): Lines {
  const drawn = window.hasSurface ? "HAS_DRAWN" : "NO_SURFACE";
  const state = `mDrawState=${drawn}       mLastHidden=${!window.isVisible}`;
  const surface = window.hasSurface ? surfaceShown(api, window) : null;
  const isJoined = api >= 34 && surface !== null;
  return [
    ...when(window.hasSurface, `  mSurface=${surfaceName(api, window)}`),
    ...(isJoined ? [`  ${surface}      ${state}`] : [...(surface ? [`  ${surface}`] : []), `  ${state}`]),
    decorLine(api, window),
    ...when(!window.hasSurface, "  mShownAlpha=0.0 mAlpha=1.0 mLastAlpha=0.0"),
  ];
}

function shortLines(api: number, window: WindowState): Lines {
  return window.hasSurface ? [`  ${surfaceShown(api, window)}`] : [];
}

function surfaceName(api: number, window: WindowState): string {
  if (api >= 36)
    return `Surface(name=VRI-${window.title}#${60 + (window.title.length % 30)})/@0x${identityHash(window.hash)}`;
  return `Surface(name=${window.title})${api >= 28 ? `/@0x${identityHash(window.hash)}` : ""}`;
}

function surfaceShown(api: number, window: WindowState): string {
  const shown = `Surface: shown=${window.isVisible}`;
  if (api >= 34) return shown;
  const w = width(window.frame);
  const h = height(window.frame);
  if (api >= 31) return `${shown} layer=0 alpha=1.0 rect=(0.0,0.0)  transform=(1.0, 0.0, 0.0, 1.0)`;
  if (api >= 28) return `${shown} layer=0 alpha=1.0 rect=(0.0,0.0) ${w} x ${h} transform=(1.0, 0.0, 1.0, 0.0)`;
  const at = `(${javaFloat(window.frame.left)},${javaFloat(window.frame.top)}) ${javaFloat(w)} x ${javaFloat(h)}`;
  return `${shown} layer=${baseLayer(api, window)} alpha=1.0 rect=${at} transform=(1.0, 0.0, 0.0, 1.0)`;
}

function decorLine(api: number, window: WindowState): string {
  const rect = window.hasSurface ? `[0,0][${width(window.frame)},${height(window.frame)}]` : "[0,0][0,0]";
  if (api >= 36) return "  mEnterAnimationPending=false";
  if (api >= 31) return "  mEnterAnimationPending=false      mSystemDecorRect=[0,0][0,0]";
  if (api >= 28) return `  mSystemDecorRect=${rect} mLastClipRect=${rect}`;
  return `  mSystemDecorRect=${rect} last=[0,0][0,0] mHasClipRect=false mLastClipRect=${rect}`;
}

/** WindowManagerPolicy.windowTypeToLayerLw * 10000 + 1000, per release. */
export function baseLayer(api: number, window: WindowState): number {
  switch (window.kind) {
    case "wallpaper":
      return 11_000;
    case "toast":
      return 81_000;
    case "systemDialog":
      return api >= 26 ? 261_000 : 231_000;
    case "inputMethod":
      return api >= 33 ? 131_000 : 151_000;
    case "statusBar":
      return api >= 33 ? 151_000 : 171_000;
    case "notificationShade":
      return api >= 33 ? 171_000 : 191_000;
    case "navigationBar":
      return api >= 30 ? 241_000 : 231_000;
    case "systemOverlay":
      return 251_000;
    default:
      return 21_000;
  }
}

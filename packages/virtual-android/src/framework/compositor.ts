import { Canvas } from "../draw/canvas.js";
import { Surface } from "../draw/surface.js";
import type { ScreenPixels } from "../screen-pixels.js";
import { isDark, type Kernel, scaled } from "./kernel.js";
import { drawWallpaper } from "./wallpaper.js";
import type { WindowManager } from "./window-manager.js";
import { FADE_MS, type WindowRecord } from "./window-record.js";

const DIM = 0x99000000;
/** Animations are drawn at the display's 60 frames per second. */
const FRAME_MS = 1000 / 60;

/** Draws all windows into one image; an unchanged screen is not drawn again. */
export class Compositor {
  readonly #kernel: Kernel;
  readonly #windows: WindowManager;
  #last: { readonly key: string; readonly pixels: ScreenPixels } | undefined;
  #wallpaper: Surface | undefined;

  constructor(kernel: Kernel, windows: WindowManager) {
    this.#kernel = kernel;
    this.#windows = windows;
  }

  /** The current screen. `version` counts the changes so far; `isMoving`: the screen also changes without them. */
  draw(version: number, isMoving: boolean): ScreenPixels {
    const key = this.#key(version, isMoving);
    if (this.#last?.key === key) return this.#last.pixels;
    const pixels = this.#compose();
    this.#last = { key, pixels };
    return pixels;
  }

  /** Draws only one window on a black display. */
  drawOnly(window: WindowRecord): ScreenPixels {
    const { texts, shapes, display } = this.#kernel;
    const { width, height } = display.size;
    const surface = new Surface(width, height);
    const canvas = new Canvas({ surface, fonts: texts.fonts, shapes });
    canvas.fillRect(surface.bounds, 0xff000000);
    const hasSecureContent = this.#drawWindow(window, canvas);
    return { width, height, rgba: surface.bytes, hasSecureContent };
  }

  #key(version: number, isMoving: boolean): string {
    const { scheduler } = this.#kernel;
    const { now } = scheduler;
    const minute = Math.floor(scheduler.wallMs / 60_000);
    const carets = this.#windows.all().map((window) => window.ui.caretPhase(now) % 2);
    const fades = this.#windows.all().some((window) => this.#progress(window) < 1);
    return `${version} ${minute} ${carets.join("")} ${isMoving || fades ? Math.floor(now / FRAME_MS) : "still"}`;
  }

  #compose(): ScreenPixels {
    const { texts, shapes, display } = this.#kernel;
    const { width, height } = display.size;
    const surface = new Surface(width, height);
    const canvas = new Canvas({ surface, fonts: texts.fonts, shapes });
    canvas.fillRect(surface.bounds, 0xff000000);
    const visible = this.#windows.all().filter((window) => window.isVisible);
    const last = visible.findIndex(
      (window) => window.spec.isOpaque === true && this.#progress(window) === 1 && !window.isExiting,
    );
    const drawn = last < 0 ? visible : visible.slice(0, last + 1);
    const secure = drawn.toReversed().map((window) => this.#drawWindow(window, canvas));
    return { width, height, rgba: surface.bytes, hasSecureContent: secure.includes(true) };
  }

  /** Draws one window; true if it was drawn black because it is secure. */
  #drawWindow(window: WindowRecord, canvas: Canvas): boolean {
    const bounds = canvas.surface.bounds;
    if (window.spec.kind === "wallpaper") {
      canvas.surface.copyFrom(this.#wallpaperFor(canvas), bounds);
      return false;
    }
    const opacity = this.#progress(window);
    if (window.spec.hasDim) canvas.faded(opacity, () => canvas.fillRect(bounds, DIM));
    if (window.spec.isSecure) {
      canvas.fillRect(this.#windows.frameOf(window), 0xff000000);
      return true;
    }
    const env = { isDark: isDark(this.#kernel), now: this.#kernel.scheduler.now };
    const root = this.#windows.layoutOf(window);
    canvas.faded(opacity, () => window.ui.paint(root, canvas, env));
    return false;
  }

  #wallpaperFor(canvas: Canvas): Surface {
    const { width, height } = canvas.surface;
    const known = this.#wallpaper;
    if (known && known.width === width && known.height === height) return known;
    const surface = new Surface(width, height);
    drawWallpaper(new Canvas({ surface, fonts: canvas.fonts, shapes: canvas.shapes }));
    this.#wallpaper = surface;
    return surface;
  }

  /** How far a window has faded in, or has not yet faded out: 0–1. */
  #progress(window: WindowRecord): number {
    const { now } = this.#kernel.scheduler;
    const ms = scaled(this.#kernel, FADE_MS[window.spec.animation ?? "none"], "window_animation_scale");
    if (window.exitingUntil !== undefined)
      return ms === 0 ? 0 : Math.max(0, Math.min(1, (window.exitingUntil - now) / ms));
    return ms === 0 ? 1 : Math.max(0, Math.min(1, (now - window.shownAt) / ms));
  }
}

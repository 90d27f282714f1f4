import type { ShapeCache } from "../draw/canvas.js";
import type { TextCache } from "../draw/text-layout.js";
import type { ReleaseFacts } from "../release.js";
import type { LayoutEnv } from "../ui/measure.js";
import type { Display } from "./display.js";
import type { Managers } from "./managers.js";
import type { Processes } from "./processes.js";
import type { Random } from "./random.js";
import type { Scheduler } from "./scheduler.js";
import type { SettingsStore } from "./settings-store.js";

/**
 * `content`: something that an accessibility event announces; `window`: windows, focus or bars; `look`: pixels only.
 */
export type ChangeKind = "content" | "window" | "look";

/** What every part of the phone is on. */
export interface Kernel {
  readonly apiLevel: number;
  readonly release: ReleaseFacts;
  readonly scheduler: Scheduler;
  readonly settings: SettingsStore;
  readonly display: Display;
  readonly random: Random;
  readonly texts: TextCache;
  readonly shapes: ShapeCache;
  readonly processes: Processes;
  readonly managers: Managers;
  /** Says that something changed; `packageName` names the app that draws for it. */
  changed(kind: ChangeKind, packageName?: string): void;
}

export function layoutEnv(kernel: Kernel): LayoutEnv {
  const { display, scheduler, texts } = kernel;
  return { density: display.density, fontScale: display.fontScale, texts, now: scheduler.now };
}

/** Milliseconds of an animation at the developer option's scale. */
export function scaled(
  kernel: Kernel,
  ms: number,
  key: "window_animation_scale" | "transition_animation_scale",
): number {
  return ms * kernel.settings.number("global", key, 1);
}

/** Whether the dark theme is on: `secure ui_night_mode` 2, as `cmd uimode night yes` leaves it. */
export function isDark(kernel: Kernel): boolean {
  return kernel.settings.get("secure", "ui_night_mode") === "2";
}

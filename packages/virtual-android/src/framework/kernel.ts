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

/** `content`: an accessibility event reports the change; `window`: windows, focus or bars; `look`: only pixels. */
export type ChangeKind = "content" | "window" | "look";

/** The parts that all other parts of the phone use. */
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
  /** Reports a change; `packageName`: the app that draws because of it. */
  changed(kind: ChangeKind, packageName?: string): void;
}

export function layoutEnv(kernel: Kernel): LayoutEnv {
  const { display, scheduler, texts } = kernel;
  return { density: display.density, fontScale: display.fontScale, texts, now: scheduler.now };
}

/** The duration of an animation in ms, at the scale of the developer options. */
export function scaled(
  kernel: Kernel,
  ms: number,
  key: "window_animation_scale" | "transition_animation_scale",
): number {
  return ms * kernel.settings.number("global", key, 1);
}

/** Whether the dark theme is on: `secure ui_night_mode` is 2, as after `cmd uimode night yes`. */
export function isDark(kernel: Kernel): boolean {
  return kernel.settings.get("secure", "ui_night_mode") === "2";
}

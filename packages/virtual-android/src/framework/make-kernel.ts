import { ShapeCache } from "../draw/canvas.js";
import { Fonts } from "../draw/fonts.js";
import { TextCache } from "../draw/text-layout.js";
import type { PhoneTime } from "../phone-time.js";
import type { ReleaseFacts } from "../release.js";
import { Display, type DisplayOptions } from "./display.js";
import type { Kernel } from "./kernel.js";
import { Managers } from "./managers.js";
import { Processes } from "./processes.js";
import { Random } from "./random.js";
import { Scheduler } from "./scheduler.js";
import { SettingsStore } from "./settings-store.js";

export interface KernelOptions {
  readonly clock: PhoneTime;
  readonly apiLevel: number;
  readonly release: ReleaseFacts;
  readonly display: Omit<DisplayOptions, "settings">;
  readonly seed: number;
  readonly uptimeMs: number;
}

/**
 * Glyphs, laid-out texts and shapes are the same on all phones, so all phones of a process share them; the first phone
 * reads the fonts.
 */
let drawn: Pick<Kernel, "texts" | "shapes"> | undefined;

function drawnBefore(): Pick<Kernel, "texts" | "shapes"> {
  drawn ??= { texts: new TextCache(new Fonts()), shapes: new ShapeCache() };
  return drawn;
}

/** Makes the common parts of a new phone. */
export function makeKernel(options: KernelOptions, changed: Kernel["changed"]): Kernel {
  const random = new Random(options.seed);
  const { inputMethod } = options.release;
  const settings = new SettingsStore({ inputMethod, navigation: options.display.navigation });
  return {
    apiLevel: options.apiLevel,
    release: options.release,
    scheduler: new Scheduler(options.clock, options.uptimeMs),
    settings,
    display: new Display({ ...options.display, settings }),
    random,
    ...drawnBefore(),
    processes: new Processes(random),
    managers: new Managers(),
    changed,
  };
}

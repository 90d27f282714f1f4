import type { Kernel } from "./kernel.js";

/** Updates the clocks on the screen at every full minute. */
export function tickMinutes(kernel: Kernel): void {
  const rest = 60_000 - (kernel.scheduler.wallMs % 60_000);
  kernel.scheduler.after(rest, () => {
    kernel.changed("look", "com.android.systemui");
    tickMinutes(kernel);
  });
}

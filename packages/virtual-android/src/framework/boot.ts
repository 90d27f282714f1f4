import type { Framework } from "./framework.js";

const STILL_BOOTING: readonly (readonly [string, string])[] = [
  ["dev.bootcomplete", ""],
  ["init.svc.bootanim", "running"],
  ["service.bootanim.exit", "0"],
  ["sys.boot_completed", ""],
];

/**
 * For `bootMs` the properties report that the phone is still booting. Accessibility services start after that. On a
 * phone with a PIN, only services that support direct boot start before the first unlock.
 */
export function reportBooting(framework: Framework, bootMs: number): void {
  const { properties, kernel, services, keyguard } = framework;
  for (const [name, value] of STILL_BOOTING) properties.set(name, value);
  kernel.scheduler.after(bootMs, () => {
    for (const [name] of STILL_BOOTING) properties.delete(name);
    if (!keyguard.isShowing || !keyguard.state().isSecure) services.release();
  });
}

import type { Framework } from "./framework.js";

/** Copies the state that a phone keeps on its storage over a reboot. */
export function carryOver(before: Framework, after: Framework): void {
  after.kernel.display.overrideSize = before.kernel.display.overrideSize;
  after.kernel.display.overrideDensity = before.kernel.display.overrideDensity;
  for (const [namespace, table] of Object.entries(before.kernel.settings.snapshot())) {
    if (namespace !== "system" && namespace !== "secure" && namespace !== "global") continue;
    for (const [key, value] of table) after.putSetting(namespace, key, value);
  }
  const own = new Set(after.packages.all().map((app) => app.packageName));
  for (const app of before.packages.all()) if (!own.has(app.packageName)) after.packages.add(app);
  for (const app of before.packages.all()) {
    for (const [op, mode] of before.packages.appOps(app.packageName))
      after.packages.setAppOp(app.packageName, op, mode);
  }
  for (const granted of before.permissions) after.permissions.add(granted);
  for (const [key, count] of before.refusals) after.refusals.set(key, count);
  after.kernel.managers.locales.takeOver(before.kernel.managers.locales);
  after.kernel.managers.media.takeOver(before.kernel.managers.media);
  after.services.update();
  after.refresh();
}

import type { ReleaseFacts } from "../system/release.js";
import type { App } from "./app.js";
import { launcherApp } from "./launcher.js";

/** Every app of the virtual phone, made anew for one phone. A new app is one file and one line here. */
export function installedApps(release: ReleaseFacts): readonly App[] {
  const launcherClass = release.launcherActivity.split("/")[1] ?? "";
  return [launcherApp(launcherClass)];
}

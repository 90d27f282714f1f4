import type { ReleaseFacts } from "../release.js";
import type { App } from "./app.js";
import { browserApp } from "./browser.js";
import { chooserApp } from "./chooser.js";
import { clockApp } from "./clock.js";
import { dialogsApp } from "./dialogs.js";
import { endlessApp } from "./endless.js";
import { formApp } from "./form.js";
import { gameApp } from "./game.js";
import { gesturesApp } from "./gestures.js";
import { launcherApp } from "./launcher.js";
import { messagesApp } from "./messages.js";
import { notesApp } from "./notes.js";
import { permissionApp } from "./permission.js";
import { playerApp } from "./player.js";
import { settingsApp } from "./settings.js";
import { sluggishApp } from "./sluggish.js";
import { stressApp } from "./stress.js";
import { vaultApp } from "./vault.js";
import { worldApp } from "./world.js";

/** Creates all apps of one virtual phone. A new app needs one file, and one line here. */
export function installedApps(release: ReleaseFacts): readonly App[] {
  return [
    launcherApp(release.launcherActivity.split("/")[1] ?? ""),
    settingsApp(),
    messagesApp(),
    formApp(),
    notesApp(),
    browserApp(),
    clockApp(),
    playerApp(),
    dialogsApp(),
    worldApp(),
    gesturesApp(),
    gameApp(),
    vaultApp(),
    stressApp(),
    endlessApp(),
    sluggishApp(),
    permissionApp({
      component: release.permissionActivity,
      resources: release.permissionResources,
      hasOneTimeGrant: release.family >= 30,
    }),
    chooserApp({ resolver: release.resolverActivity, chooser: release.chooserActivity }),
    ...bareApps(release),
  ];
}

/** Packages of the system that have no activities here. */
function bareApps(release: ReleaseFacts): readonly App[] {
  const framework = release.resolverActivity.startsWith("android/") ? [] : ["android"];
  const names = [...framework, "com.android.systemui", "com.android.shell", "com.android.providers.settings"];
  const keyboard = release.inputMethod.split("/")[0] ?? "";
  return [...names, keyboard].map((packageName) => ({
    packageName,
    label: packageName.split(".").at(-1) ?? packageName,
    icon: { symbol: "gear", color: 0xff5b6478 },
    isSystem: true,
    activities: [],
  }));
}

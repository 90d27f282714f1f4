import type { ApkFacts } from "../apk/apk-facts.js";
import { column, icon, text } from "../ui/widgets/basic.js";
import type { App } from "./app.js";
import { page } from "./builder.js";

/** An app that was installed from an APK: its code cannot run here, and its screen says this. */
export function foreignApp(apk: ApkFacts): App {
  const label = apk.label ?? apk.packageName;
  const screen = () => ({
    content: () =>
      page({ title: label }, [
        column(
          [
            icon("apps", { size: 64, color: "primary" }),
            text(apk.packageName, { id: "package_name", size: 16 }),
            text(`Version ${apk.versionName}`, { id: "version", size: 14, color: "textSoft" }),
          ],
          { width: "fill", weight: 1, align: "center", justify: "center", gap: 12, padding: 24 },
        ),
      ]),
  });
  return {
    packageName: apk.packageName,
    label,
    icon: { symbol: "apps", color: 0xff5b6478 },
    versionName: apk.versionName,
    versionCode: apk.versionCode,
    minSdk: apk.minSdk,
    targetSdk: apk.targetSdk,
    declaredActivities: apk.activities ?? [],
    accessibilityServices: apk.accessibilityServices ?? [],
    ...(apk.certificate && { certificate: apk.certificate }),
    activities:
      apk.launcherActivity === null ? [] : [{ className: apk.launcherActivity, isLauncher: true, open: screen }],
  };
}

import type { ApkFacts } from "../apk/apk-facts.js";
import { PACKAGE, RECOVER_CLASS, SERVICE_CLASS } from "./names.js";

/** The facts of the companion service's package, for phones on which it is preinstalled. No APK file of it exists. */
export const SERVICE_PACKAGE: ApkFacts = {
  packageName: PACKAGE,
  versionCode: 1,
  versionName: "1.0",
  label: "Fovea",
  minSdk: 24,
  targetSdk: 34,
  isTestOnly: false,
  launcherActivity: null,
  accessibilityServices: [SERVICE_CLASS],
  activities: [RECOVER_CLASS],
};

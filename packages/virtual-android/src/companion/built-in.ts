import type { ApkFacts } from "../apk/apk-facts.js";
import { PACKAGE, RECOVER_CLASS, SERVICE_CLASS } from "./names.js";

/** The service's package as its APK would say it, for phones that come with it. No file of it is there. */
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

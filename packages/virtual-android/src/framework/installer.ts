import type { ApkFacts } from "../apk/apk-facts.js";
import { foreignApp } from "../apps/foreign.js";
import type { Framework } from "./framework.js";

/** Installs or replaces a package. Gives null, or the code that the package manager prints for a refusal. */
export function installPackage(framework: Framework, apk: ApkFacts): string | null {
  const { packages, kernel } = framework;
  const known = packages.find(apk.packageName);
  if (apk.minSdk > kernel.apiLevel) return "INSTALL_FAILED_OLDER_SDK";
  if (known && (known.isSystem || known.versionCode === undefined)) return "INSTALL_FAILED_UPDATE_INCOMPATIBLE";
  if (known?.versionCode !== undefined && known.versionCode > apk.versionCode)
    return "INSTALL_FAILED_VERSION_DOWNGRADE";
  if (known?.certificate !== undefined && known.certificate !== apk.certificate) return otherCertificate(apk);
  // An update keeps its accessibility grant: only its process is killed.
  if (known) framework.stopPackage(apk.packageName);
  packages.add(foreignApp(apk));
  framework.services.update();
  framework.changed("content");
  return null;
}

function otherCertificate({ packageName }: ApkFacts): string {
  const reason = `Existing package ${packageName} signatures do not match newer version; ignoring!`;
  return `INSTALL_FAILED_UPDATE_INCOMPATIBLE: ${reason}`;
}

/**
 * Removes a package; false if no such package is installed. A system app can be removed for one user
 * (DELETE_SYSTEM_APP, which `pm uninstall --user` sets), but not for all users.
 */
export function uninstallPackage(framework: Framework, packageName: string, forUser: boolean): boolean {
  const app = framework.packages.find(packageName);
  if (!app || (app.isSystem && !forUser)) return false;
  framework.forceStop(packageName);
  framework.packages.remove(packageName);
  framework.changed("content");
  return true;
}

/** Stops the package, and deletes its data and permissions; false if no such package is installed. */
export function clearPackage(framework: Framework, packageName: string): boolean {
  if (!framework.packages.find(packageName)) return false;
  framework.forceStop(packageName);
  for (const granted of framework.permissions) {
    if (granted.startsWith(`${packageName} `)) framework.permissions.delete(granted);
  }
  for (const refused of framework.refusals.keys()) {
    if (refused.startsWith(`${packageName} `)) framework.refusals.delete(refused);
  }
  const fresh = framework.makeApps().find((app) => app.packageName === packageName);
  if (fresh) framework.packages.replace(fresh);
  return true;
}

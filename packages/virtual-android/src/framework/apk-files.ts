import { writeLabelTable } from "../apk/resource-table.js";
import { writeZip } from "../apk/write-zip.js";
import { MemoryFiles } from "../files.js";
import type { PhoneFiles } from "../phone-files.js";
import type { Packages } from "./packages.js";

/** Writes the file of an installed package to the path that `pm path` prints; all users may read it. */
export function keepApk(
  files: PhoneFiles,
  packages: Packages,
  packageName: string,
  file: Uint8Array | undefined,
): void {
  const path = pathOf(packages, packageName);
  if (file === undefined || path === undefined) return;
  if (!(files instanceof MemoryFiles)) files.write(path, file, 0o644);
  else files.asRoot().write(path, file, 0o644);
}

/** Writes the files of the preinstalled packages, which contain only the label. */
export function keepBuiltInApks(files: PhoneFiles, packages: Packages): void {
  for (const { packageName, label, labels = {}, versionCode } of packages.all()) {
    const path = pathOf(packages, packageName);
    if (versionCode !== undefined || path === undefined || files.read(path) !== undefined) continue;
    const texts = new Map([["", label], ...Object.entries(labels)]);
    keepApk(files, packages, packageName, writeZip({ "resources.arsc": writeLabelTable(packageName, texts) }));
  }
}

/** Removes the file of a package. */
export function dropApk(files: PhoneFiles, packages: Packages, packageName: string): void {
  const path = packages.find(packageName)?.isSystem ? undefined : pathOf(packages, packageName);
  if (path === undefined) return;
  const system = files instanceof MemoryFiles ? files.asRoot() : files;
  if (system.read(path) !== undefined) system.remove(path);
}

function pathOf(packages: Packages, packageName: string): string | undefined {
  return packages.states().find((one) => one.packageName === packageName)?.apkPath;
}

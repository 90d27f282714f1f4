import { notApk } from "../companion/apk/zip-end.js";
import { readManifestAttributes } from "./compiled-xml.js";
import { readZipEntry } from "./zip-entry.js";

/** The identity that an APK claims. Only Android verifies it: compare it with what is installed afterwards. */
export interface ApkIdentity {
  readonly packageName: string;
  /** The version code in digits; null if it is a reference to its resources. */
  readonly versionCode: string | null;
  /** The version name of the app; null if it is a reference to its resources, or absent. */
  readonly versionName: string | null;
}

/** A larger file is not a manifest. */
const MOST_MANIFEST_BYTES = 8 * 1024 * 1024;

const PACKAGE = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/;

/** Reads package and version from the compiled manifest of an APK. Errors: NOT_THIS_FORMAT with the reason. */
export function readApkIdentity(apk: Buffer): ApkIdentity {
  const manifest = readZipEntry(apk, "AndroidManifest.xml", MOST_MANIFEST_BYTES);
  const attributes = readManifestAttributes(manifest);
  const packageName = attributes.get("package");
  if (typeof packageName !== "string" || !PACKAGE.test(packageName) || packageName.length > 255) {
    throw notApk("its manifest names no package");
  }
  if (attributes.has("split")) throw notApk("it is only one of several parts of an app");
  const versionName = attributes.get("versionName");
  return {
    packageName,
    versionCode: versionCodeOf(attributes.get("versionCode"), attributes.get("versionCodeMajor")),
    versionName: typeof versionName === "string" ? versionName : null,
  };
}

type Value = string | number | null | undefined;

/** The version code as in PackageInfo.composeLongVersionCode of AOSP; an absent part counts as 0. */
function versionCodeOf(low: Value = 0, high: Value = 0): string | null {
  if (typeof low !== "number" || typeof high !== "number") return null;
  return ((BigInt(high) << 32n) | BigInt(low)).toString();
}

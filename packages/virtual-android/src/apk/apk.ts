import type { ApkFacts } from "./apk-facts.js";
import { readBinaryXml, type XmlElement, type XmlValue } from "./binary-xml.js";
import { readZipEntry } from "./zip-entry.js";

/** The facts in the manifest of an APK, or, as `INSTALL_…` text, why it cannot be installed. */
export type ApkReading = { readonly facts: ApkFacts } | { readonly failure: string };

const PATH = "/data/app/vmdl1.tmp/base.apk";

/** Reads the manifest of an APK. */
export function readApk(archive: Uint8Array): ApkReading {
  const manifest = readZipEntry(archive, "AndroidManifest.xml");
  switch (manifest.kind) {
    case "not-a-zip":
      return { failure: `INSTALL_PARSE_FAILED_NOT_APK: Failed to parse ${PATH}` };
    case "missing":
      return {
        failure: `INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: Failed to parse ${PATH}: AndroidManifest.xml`,
      };
    case "found": {
      const root = readBinaryXml(manifest.bytes);
      const facts = root?.name === "manifest" ? factsOf(root) : null;
      if (facts) return { facts };
      return { failure: `INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: Failed to parse ${PATH}: Corrupt XML binary file` };
    }
  }
}

function factsOf(manifest: XmlElement): ApkFacts | null {
  const packageName = text(manifest.attributes.get("package"));
  if (packageName === null) return null;
  const sdk = child(manifest, "uses-sdk");
  const application = child(manifest, "application");
  const minSdk = number(sdk?.attributes.get("minSdkVersion")) ?? 1;
  return {
    packageName,
    versionCode: number(manifest.attributes.get("versionCode")) ?? 0,
    versionName: text(manifest.attributes.get("versionName")) ?? "null",
    label: text(application?.attributes.get("label")),
    minSdk,
    targetSdk: number(sdk?.attributes.get("targetSdkVersion")) ?? minSdk,
    isTestOnly: application?.attributes.get("testOnly") === true,
    launcherActivity: application ? launcherActivity(application, packageName) : null,
    accessibilityServices: childrenOf(application, "service")
      .filter(isAccessibilityService)
      .flatMap((service) => className(service, packageName) ?? []),
    activities: childrenOf(application, "activity").flatMap((activity) => className(activity, packageName) ?? []),
  };
}

function launcherActivity(application: XmlElement, packageName: string): string | null {
  const activity = application.children.find(
    ({ name, children }) => (name === "activity" || name === "activity-alias") && children.some(isLauncherFilter),
  );
  return activity ? className(activity, packageName) : null;
}

/** The full class name of a component; null if it has no name. */
function className(component: XmlElement, packageName: string): string | null {
  const name = text(component.attributes.get("name"));
  if (name === null) return null;
  if (name.startsWith(".")) return packageName + name;
  return name.includes(".") ? name : `${packageName}.${name}`;
}

/** AccessibilityManagerService accepts only services that no other app than the system can bind. */
function isAccessibilityService(service: XmlElement): boolean {
  const isGuarded = service.attributes.get("permission") === "android.permission.BIND_ACCESSIBILITY_SERVICE";
  return isGuarded && service.children.some((one) => hasEntry(one, "action", ACCESSIBILITY_ACTION));
}

const ACCESSIBILITY_ACTION = "android.accessibilityservice.AccessibilityService";

function isLauncherFilter(element: XmlElement): boolean {
  return (
    hasEntry(element, "action", "android.intent.action.MAIN") &&
    hasEntry(element, "category", "android.intent.category.LAUNCHER")
  );
}

/** Whether it is an intent filter with this action or category. */
function hasEntry(element: XmlElement, kind: "action" | "category", name: string): boolean {
  if (element.name !== "intent-filter") return false;
  return element.children.some((one) => one.name === kind && one.attributes.get("name") === name);
}

function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return (element?.children ?? []).filter((one) => one.name === name);
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((one) => one.name === name);
}

function text(value: XmlValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: XmlValue | undefined): number | null {
  return typeof value === "number" ? value : null;
}

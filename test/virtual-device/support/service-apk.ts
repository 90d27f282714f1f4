import { buildApk, type ManifestElement } from "./apk-builder.js";
import { type Signer, signApk } from "./sign-apk.js";

export const SERVICE_NAME = "dev.fovea.service/.FoveaAccessibilityService";
export const SERVICE_FULL = "dev.fovea.service/dev.fovea.service.FoveaAccessibilityService";

/** An APK with the manifest of the companion, signed. */
export function serviceApk(
  signer: Signer | null,
  options: { versionCode?: number; targetSdk?: number } = {},
): Uint8Array {
  const apk = buildApk(manifest(options.versionCode ?? 7, options.targetSdk ?? 34));
  return signer ? signApk(apk, signer) : apk;
}

function manifest(versionCode: number, targetSdkVersion: number): ManifestElement {
  const action = { name: "action", attributes: { name: "android.accessibilityservice.AccessibilityService" } };
  return {
    name: "manifest",
    attributes: { package: "dev.fovea.service", versionCode, versionName: "0.2.0" },
    children: [
      { name: "uses-sdk", attributes: { minSdkVersion: 24, targetSdkVersion } },
      {
        name: "application",
        attributes: { label: "Fovea" },
        children: [
          { name: "activity", attributes: { name: ".RecoverActivity", permission: "android.permission.DUMP" } },
          {
            name: "service",
            attributes: {
              name: ".FoveaAccessibilityService",
              permission: "android.permission.BIND_ACCESSIBILITY_SERVICE",
            },
            children: [{ name: "intent-filter", children: [action] }],
          },
        ],
      },
    ],
  };
}

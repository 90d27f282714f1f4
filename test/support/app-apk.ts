import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type ApkOptions, buildApk, type ManifestElement } from "../virtual-device/support/apk-builder.js";
import { makeSigner, type Signer, signApk } from "../virtual-device/support/sign-apk.js";

export interface AppFacts {
  readonly packageName?: string;
  readonly versionCode?: number;
  readonly versionName?: string;
  readonly minSdk?: number;
  readonly signer?: Signer;
  readonly zip?: ApkOptions;
}

const SIGNER = makeSigner();

/** A signed APK with one activity that a launcher opens. */
export function appApk(facts: AppFacts = {}): Uint8Array {
  return signApk(buildApk(manifest(facts), facts.zip), facts.signer ?? SIGNER);
}

/** Writes such an APK to a file, and creates its folder. */
export function writeApk(path: string, facts: AppFacts = {}): Uint8Array {
  const bytes = appApk(facts);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return bytes;
}

function manifest(facts: AppFacts): ManifestElement {
  const { packageName = "com.example.app", versionCode = 3, versionName = "1.2", minSdk = 24 } = facts;
  const launcher = {
    name: "intent-filter",
    children: [
      { name: "action", attributes: { name: "android.intent.action.MAIN" } },
      { name: "category", attributes: { name: "android.intent.category.LAUNCHER" } },
    ],
  };
  return {
    name: "manifest",
    attributes: { package: packageName, versionCode, versionName },
    children: [
      { name: "uses-sdk", attributes: { minSdkVersion: minSdk, targetSdkVersion: 34 } },
      {
        name: "application",
        attributes: { label: "Example" },
        children: [{ name: "activity", attributes: { name: ".Main", exported: true }, children: [launcher] }],
      },
    ],
  };
}

/** A package as the package manager knows it. */
export interface PackageState {
  readonly packageName: string;
  readonly label: string;
  /** The resource of its APK that holds the label; absent if the manifest does. */
  readonly labelResource?: number;
  readonly uid: number;
  readonly isSystem: boolean;
  readonly versionName: string;
  readonly versionCode: number;
  /** Full class name of the launcher activity, null for packages without one. */
  readonly launcherActivity: string | null;
  /** The intents that its other activities take, by their full class names. */
  readonly filters?: ReadonlyMap<string, readonly ActivityFilter[]>;
  readonly apkPath: string;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  /** SHA-256 of its certificate, in hex; absent for what came with the phone. */
  readonly certificate?: string;
  /** What its manifest asks for. */
  readonly requestedPermissions?: readonly string[];
  /** Those of them that users decide on, which it was given. */
  readonly grantedPermissions?: readonly string[];
  /** How often a user refused each that it asks for. */
  readonly refusals?: ReadonlyMap<string, number>;
  /** Whether it was force-stopped, and nothing of it has run since. */
  readonly isStopped?: boolean;
  /** The app-ops that were set, with their modes. */
  readonly appOps?: ReadonlyMap<string, string>;
}

/** What an activity can open. */
export interface ActivityFilter {
  readonly action: string;
  readonly schemes?: readonly string[];
  readonly types?: readonly string[];
  /** The hosts of the addresses; all if absent. */
  readonly hosts?: readonly string[];
  /** android:autoVerify: the system asks these hosts whether their links belong to the app. */
  readonly isAutoVerified?: boolean;
}

/** AppOpsManager.MODE_NAMES, without those that `appops` does not take. */
export type AppOpMode = "allow" | "ignore" | "deny" | "foreground";

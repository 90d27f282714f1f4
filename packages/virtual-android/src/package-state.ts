/** A package in the package manager. */
export interface PackageState {
  readonly packageName: string;
  readonly label: string;
  /** The id of the label's resource in its APK; absent if the manifest contains the label. */
  readonly labelResource?: number;
  readonly uid: number;
  readonly isSystem: boolean;
  readonly versionName: string;
  readonly versionCode: number;
  /** The full class name of the launcher activity; null for a package without one. */
  readonly launcherActivity: string | null;
  /** The intents that its other activities accept, by their full class names. */
  readonly filters?: ReadonlyMap<string, readonly ActivityFilter[]>;
  readonly apkPath: string;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  /** The SHA-256 of its certificate, in hex; absent for a preinstalled package. */
  readonly certificate?: string;
  /** The permissions that its manifest requests. */
  readonly requestedPermissions?: readonly string[];
  /** The requested permissions that users decide on and that were granted. */
  readonly grantedPermissions?: readonly string[];
  /** How often a user refused each requested permission. */
  readonly refusals?: ReadonlyMap<string, number>;
  /** Whether it was force-stopped and has not run since. */
  readonly isStopped?: boolean;
  /** The app-ops that were set, with their modes. */
  readonly appOps?: ReadonlyMap<string, string>;
}

/** An intent filter of an activity. */
export interface ActivityFilter {
  readonly action: string;
  readonly schemes?: readonly string[];
  readonly types?: readonly string[];
  /** The hosts of the addresses; all hosts if absent. */
  readonly hosts?: readonly string[];
  /** android:autoVerify: the system asks these hosts whether their links belong to the app. */
  readonly isAutoVerified?: boolean;
}

/** The names in AppOpsManager.MODE_NAMES that `appops` accepts. */
export type AppOpMode = "allow" | "ignore" | "deny" | "foreground";

/** The facts that the package manager reads from the manifest of an APK. */
export interface ApkFacts {
  readonly packageName: string;
  readonly versionCode: number;
  readonly versionName: string;
  /** Null if the manifest has only a reference to a resource. */
  readonly label: string | null;
  readonly minSdk: number;
  readonly targetSdk: number;
  readonly isTestOnly: boolean;
  /** The full class name of the first activity with a MAIN/LAUNCHER filter. */
  readonly launcherActivity: string | null;
  /** Full class names of its accessibility services. */
  readonly accessibilityServices?: readonly string[];
  /** Full class names of its activities. */
  readonly activities?: readonly string[];
  /** SHA-256 of its certificate, in hex; null if it has no v2 signature. */
  readonly certificate?: string | null;
}

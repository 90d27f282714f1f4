export interface PhoneIntent {
  readonly action: string | null;
  readonly data: string | null;
  /** `package/class` or `package/.Class`. */
  readonly component: string | null;
  readonly packageName: string | null;
  readonly categories: readonly string[];
  /** MIME type, `-t`. */
  readonly type?: string | null;
  readonly extras?: ReadonlyMap<string, string>;
  /** EXTRA_INTENT: what a chooser or resolver is to open. */
  readonly inner?: PhoneIntent | null;
}

export interface LaunchOptions {
  /** `-S`: force-stop the target first. */
  readonly stopFirst?: boolean;
  /** The `flg=` value that was asked for, 0 without. */
  readonly flags?: number;
}

export interface LaunchResult {
  /** `delivered`: the activity was already on top and got the intent; `brought-to-front`: its task came forward. */
  readonly outcome: "started" | "delivered" | "brought-to-front" | "unresolved" | "no-such-activity" | "not-exported";
  /** `package/full.Class` that was started or asked for; null if nothing resolved. */
  readonly component: string | null;
  readonly launchState: "COLD" | "WARM" | "HOT" | "UNKNOWN";
  /** Time until the first frame. */
  readonly totalTimeMs: number;
}

export interface PhoneIntent {
  readonly action: string | null;
  readonly data: string | null;
  /** `package/class` or `package/.Class`. */
  readonly component: string | null;
  readonly packageName: string | null;
  readonly categories: readonly string[];
  /** The MIME type, `-t`. */
  readonly type?: string | null;
  readonly extras?: ReadonlyMap<string, string>;
  /** EXTRA_INTENT: the intent that a chooser or resolver opens. */
  readonly inner?: PhoneIntent | null;
}

export interface LaunchOptions {
  /** `-S`: force-stops the target before the start. */
  readonly stopFirst?: boolean;
  /** The `flg=` value of the command; 0 without one. */
  readonly flags?: number;
}

export interface LaunchResult {
  /**
   * `delivered`: the activity was already on top and got the intent; `brought-to-front`: its task moved to the front.
   */
  readonly outcome: "started" | "delivered" | "brought-to-front" | "unresolved" | "no-such-activity" | "not-exported";
  /** The `package/full.Class` that was started or requested; null if no activity was found. */
  readonly component: string | null;
  readonly launchState: "COLD" | "WARM" | "HOT" | "UNKNOWN";
  /** The time until the first frame. */
  readonly totalTimeMs: number;
}

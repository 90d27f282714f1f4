/** How long the steps of set-up wait, in milliseconds (android.md 7.1, 7.3, 7.4). */
export interface SetupTiming {
  /** Vendors show a question on the phone's screen, and a person has to find it. */
  readonly installMs: number;
  /** The time until an enabled service is bound and answers. */
  readonly bindMs: number;
  /** The pause between turning it off and on… */
  readonly offMs: number;
  /** …and a longer pause for phones that ignore quick changes. */
  readonly longOffMs: number;
}

export const SETUP_TIMING: SetupTiming = { installMs: 120_000, bindMs: 3_000, offMs: 500, longOffMs: 5_000 };

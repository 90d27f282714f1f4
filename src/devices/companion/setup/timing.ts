/** How long the steps of set-up wait, in milliseconds (android.md 7.1, 7.3, 7.4). */
export interface SetupTiming {
  /** Vendors ask on the phone's screen, and a person has to find it. */
  readonly installMs: number;
  /** Until an enabled service is bound and answers. */
  readonly bindMs: number;
  /** Off, before on again… */
  readonly offMs: number;
  /** …and where quick toggles are ignored. */
  readonly longOffMs: number;
}

export const SETUP_TIMING: SetupTiming = { installMs: 120_000, bindMs: 3_000, offMs: 500, longOffMs: 5_000 };

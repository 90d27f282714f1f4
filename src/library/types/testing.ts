import type { ConnectOptions } from "./connection.js";
import type { Phone } from "./phone.js";

/** Which phone a test gets: as for {@link ConnectOptions}. */
export type TestDevice = Pick<ConnectOptions, "device" | "virtual" | "options" | "plugins">;

/** What tests on phones need, and what is kept of those that fail. */
export interface PhoneTestOptions extends TestDevice {
  /**
   * `test`, if absent: each test has its own connection, and its own virtual phone. `worker`: the tests of
   * one process share one, one after another, until a test fails; the next one gets another.
   */
  readonly per?: "test" | "worker";
  /** An APK of this host, installed when a phone is connected to. */
  readonly apk?: string;
  /** Package id, opened before each test. */
  readonly app?: string;
  /** Deletes all data of `app` before it is opened. */
  readonly clear?: boolean;
  /** Folder for what is kept, `test-artifacts` if absent: one folder for each test, and in it one for each attempt. */
  readonly artifacts?: string;
  /** `failed`, if absent: nothing of tests that passed. `all`: their traces, too. */
  readonly keep?: "failed" | "all";
}

/** What was kept of one attempt. */
export interface KeptAttempt {
  readonly folder: string;
  /** The path of a trace, which `fovea trace show` reads; null if nothing was done. */
  readonly trace: string | null;
  /** The path of a PNG, without passwords and what `redact` leaves out; null if there is none. */
  readonly screenshot: string | null;
  /** Why something is missing. */
  readonly missing: readonly string[];
}

/** The parts of the context of a `node:test` test that Fovea uses. */
export interface NodeTestContext {
  readonly name: string;
  /** With the names of its suites. */
  readonly fullName?: string;
  readonly filePath?: string | undefined;
  /** The number of the attempt by `--test-rerun-failures`, from 0. */
  readonly attempt?: number;
  readonly signal: AbortSignal;
  /** Runs the hook when the test is over. */
  after(hook: () => Promise<void>): void;
  /** Adds a line to the report. */
  diagnostic(message: string): void;
}

/**
 * Makes the function of a test: it gets a phone whose app is open. What is kept of a test that fails is named in the
 * report, by a diagnostic. The runner alone tries tests again.
 */
export interface OnPhone {
  /** The function for `test`; `t` is the context of the runner's test. */
  <Context extends NodeTestContext>(
    body: (phone: Phone, t: Context) => void | Promise<void>,
  ): (t: Context) => Promise<void>;
  /** Calls `register` for each of the devices, by its name, with what makes test functions on it. */
  each(devices: Readonly<Record<string, TestDevice>>, register: (onPhone: OnPhone, name: string) => void): void;
}

/** For `node:test`. Throws INVALID_ARGUMENT for options that make no sense. */
export type PhoneTests = (options?: PhoneTestOptions) => OnPhone;

/** The parts of a Vitest test that Fovea uses. */
export interface VitestTask {
  readonly name: string;
  readonly suite?: VitestSuite | undefined;
  readonly file?: { readonly name: string };
  readonly fails?: boolean | undefined;
  readonly result?: { readonly state: string; readonly retryCount?: number } | undefined;
  readonly meta: object;
}

/** A suite of Vitest, as far as the fixtures read it. */
export interface VitestSuite {
  readonly name: string;
  readonly suite?: VitestSuite | undefined;
}

/** The phone of one worker, for the fixture `phone`. */
export interface PhoneOfWorker {
  readonly per: "test" | "worker";
}

/** What tests of Vitest get: `base.extend<PhoneContext>(phoneFixtures())`. */
export interface PhoneContext {
  readonly phone: Phone;
  readonly phoneOfWorker: PhoneOfWorker;
}

/**
 * Fixtures for `test.extend` of Vitest. `phone` is one whose app is open. What is kept of a test that fails is in
 * `task.meta.fovea`, a {@link KeptAttempt}, and named on stderr, which reporters show with the test.
 */
export interface PhoneFixtures {
  readonly phoneOfWorker: [
    fixture: (context: object, use: (worker: PhoneOfWorker) => Promise<void>) => Promise<void>,
    options: { readonly scope: "worker" },
  ];
  readonly phone: [
    fixture: (
      context: { readonly task: VitestTask; readonly phoneOfWorker: PhoneOfWorker },
      use: (phone: Phone) => Promise<void>,
    ) => Promise<void>,
    options: { readonly scope: "test" },
  ];
}

/** For Vitest. Throws INVALID_ARGUMENT for options that make no sense. */
export type MakePhoneFixtures = (options?: PhoneTestOptions) => PhoneFixtures;

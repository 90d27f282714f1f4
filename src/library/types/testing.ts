import type { ConnectOptions } from "./connection.js";
import type { Phone } from "./phone.js";

/** Which phone a test gets: as for {@link ConnectOptions}. */
export type TestDevice = Pick<ConnectOptions, "device" | "virtual" | "options" | "plugins">;

/** How tests get their phones, and which results of tests are kept. */
export interface PhoneTestOptions extends TestDevice {
  /**
   * `test`, if absent: each test has its own connection, and its own virtual phone. `worker`: the tests of one process
   * share one phone, one after another. After a failed test, the next test gets a new phone.
   */
  readonly per?: "test" | "worker";
  /** An APK of this host, installed after each connection to a phone. */
  readonly apk?: string;
  /** The package id of the app that is opened before each test. */
  readonly app?: string;
  /** Deletes all data of `app` before it is opened. */
  readonly clear?: boolean;
  /**
   * The folder for kept results, `test-artifacts` if absent: one folder for each test, and in it one for each attempt.
   */
  readonly artifacts?: string;
  /** `failed`, if absent: only results of failed tests are kept. `all`: the traces of passed tests, too. */
  readonly keep?: "failed" | "all";
}

/** The files that were kept of one attempt. */
export interface KeptAttempt {
  readonly folder: string;
  /** The path of a trace, which `fovea trace show` reads; null if nothing was done. */
  readonly trace: string | null;
  /** The path of a PNG, in which passwords and the data of the option `redact` are covered; null if there is none. */
  readonly screenshot: string | null;
  /** The reasons why files are missing. */
  readonly missing: readonly string[];
}

/** The parts of the context of a `node:test` test that Fovea uses. */
export interface NodeTestContext {
  readonly name: string;
  /** The name together with the names of its suites. */
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
 * Makes the function of a test from a function that gets a phone with its app open. If the test fails, a diagnostic in
 * the report names the files that were kept. Failed tests are repeated only by the runner.
 */
export interface OnPhone {
  /** The function for `test`; `t` is the context of the runner's test. */
  <Context extends NodeTestContext>(
    body: (phone: Phone, t: Context) => void | Promise<void>,
  ): (t: Context) => Promise<void>;
  /** Calls `register` once for each device, with a function that makes tests on this device, and with its name. */
  each(devices: Readonly<Record<string, TestDevice>>, register: (onPhone: OnPhone, name: string) => void): void;
}

/** Makes test functions for `node:test`. Throws INVALID_ARGUMENT for options that make no sense. */
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

/** The parts of a Vitest suite that the fixtures read. */
export interface VitestSuite {
  readonly name: string;
  readonly suite?: VitestSuite | undefined;
}

/** The phone of one worker, for the fixture `phone`. */
export interface PhoneOfWorker {
  readonly per: "test" | "worker";
}

/** The fixtures of a Vitest test: `base.extend<PhoneContext>(phoneFixtures())`. */
export interface PhoneContext {
  readonly phone: Phone;
  readonly phoneOfWorker: PhoneOfWorker;
}

/**
 * Fixtures for `test.extend` of Vitest. `phone` is a phone with its app open. The files of a failed test are in
 * `task.meta.fovea`, a {@link KeptAttempt}, and are named on stderr, which reporters show with the test.
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

/** Makes fixtures for Vitest. Throws INVALID_ARGUMENT for options that make no sense. */
export type MakePhoneFixtures = (options?: PhoneTestOptions) => PhoneFixtures;

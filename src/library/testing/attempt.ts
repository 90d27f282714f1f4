import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { toFoveaError } from "../../base/errors.js";
import type { KeptAttempt, Phone, PhoneTestOptions, Recording } from "../types.js";
import { dropAttemptFolder, newAttemptFolder } from "./attempt-folder.js";
import type { TestPhone } from "./test-phone.js";

/**
 * The name of a test, and the number of the attempt as the runner reports it, from 0; null if the runner does not
 * report it.
 */
export interface TestName {
  readonly name: string;
  readonly runnerAttempt: number | null;
}

const ARTIFACTS = "test-artifacts";
const PRIVATE = { mode: 0o600 } as const;
/** A short limit, so that a phone that does not answer does not delay the test run. */
const SCREENSHOT_MS = 15_000;

/** One attempt of one test on a phone. It ends once, with `end`. */
export class Attempt {
  readonly #test: TestName;
  readonly #options: PhoneTestOptions;
  readonly #phone: TestPhone;
  readonly #folder: string;
  #recording: Recording | null = null;
  #ended: Promise<KeptAttempt | null> | null = null;

  private constructor(phone: TestPhone, test: TestName, options: PhoneTestOptions, folder: string) {
    this.#test = test;
    this.#options = options;
    this.#phone = phone;
    this.#folder = folder;
  }

  static async begin(phone: TestPhone, test: TestName, options: PhoneTestOptions): Promise<Attempt> {
    const folder = await newAttemptFolder(resolve(options.artifacts ?? ARTIFACTS), test.name);
    return new Attempt(phone, test, options, folder);
  }

  get phone(): Phone {
    return this.#phone.phone;
  }

  /** Begins to record, and opens the app. Errors: those of the calls. */
  async open(): Promise<void> {
    const { app, clear = false } = this.#options;
    this.#recording = await this.phone.record({ folder: join(this.#folder, "trace") });
    if (app === undefined) return;
    if (clear) await this.phone.apps.clear(app);
    await this.phone.apps.open(app);
  }

  /** Ends the recording; gives the files that are kept, or null if none are. */
  async end(hasPassed: boolean): Promise<KeptAttempt | null> {
    this.#ended ??= this.#end(hasPassed);
    return await this.#ended;
  }

  async #end(hasPassed: boolean): Promise<KeptAttempt | null> {
    const isKept = !hasPassed || this.#options.keep === "all";
    const missing: string[] = [];
    const screenshot = hasPassed ? null : await this.#screenshot(missing);
    const trace = await this.#trace(missing);
    if (!isKept) {
      await dropAttemptFolder(this.#folder);
      return null;
    }
    const kept = { folder: this.#folder, trace, screenshot, missing };
    const about = { test: this.#test.name, device: this.phone.serial, hasPassed, ...kept };
    const text = { ...about, runnerAttempt: this.#test.runnerAttempt };
    await writeFile(join(this.#folder, "test.json"), `${JSON.stringify(text, null, 2)}\n`, PRIVATE);
    return kept;
  }

  async #screenshot(missing: string[]): Promise<string | null> {
    try {
      const picture = await this.#phone.safeScreenshot(SCREENSHOT_MS);
      if (typeof picture === "string") {
        missing.push(`screenshot: ${picture}`);
        return null;
      }
      const path = join(this.#folder, "screenshot.png");
      await writeFile(path, picture, PRIVATE);
      return path;
    } catch (error) {
      missing.push(`screenshot: ${toFoveaError(error).message}`);
      return null;
    }
  }

  async #trace(missing: string[]): Promise<string | null> {
    try {
      const recorded = await this.#recording?.stop();
      if (recorded) return recorded.path;
      missing.push(this.#recording === null ? "trace: recording did not begin" : "trace: nothing was done");
    } catch (error) {
      missing.push(`trace: ${toFoveaError(error).message}`);
    }
    return null;
  }
}

/** The text about an attempt in a report: one fact a line. */
export function linkOf({ folder, trace, screenshot, missing }: KeptAttempt): string {
  const read = trace === null ? [] : [`read its trace with: fovea trace show ${JSON.stringify(trace)}`];
  const seen = screenshot === null ? [] : [`screenshot: ${screenshot}`];
  return [`fovea: kept in ${folder}`, ...seen, ...read, ...missing.map((one) => `missing: ${one}`)].join("\n");
}

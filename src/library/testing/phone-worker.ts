import type { FoveaError } from "../../base/errors.js";
import { Lock } from "../../base/lock.js";
import { requireOptions } from "../calls/call-shapes.js";
import { invalid as invalidCall } from "../failures.js";
import type { KeptAttempt, Phone, PhoneOfWorker, PhoneTestOptions } from "../types.js";
import { Attempt, type TestName } from "./attempt.js";
import { openTestPhone, type TestPhone } from "./test-phone.js";

/** A running attempt. It ends once: later calls of `end` give the same result. */
export interface RunningAttempt {
  readonly phone: Phone;
  /** Gives the files that are kept; null if none are. */
  end(hasPassed: boolean): Promise<KeptAttempt | null>;
}

const KNOWN: Readonly<Record<keyof PhoneTestOptions, true>> = {
  device: true,
  virtual: true,
  options: true,
  plugins: true,
  per: true,
  apk: true,
  app: true,
  clear: true,
  artifacts: true,
  keep: true,
};

/** The phones of one process for one set of options. A phone on which a test failed is not used for another test. */
export class PhoneWorker implements PhoneOfWorker {
  readonly per: "test" | "worker";
  readonly #options: PhoneTestOptions;
  readonly #turns = new Lock();
  #shared: TestPhone | null = null;

  /** Errors: INVALID_ARGUMENT, also for mistakes that only a program without types can make. */
  constructor(options: PhoneTestOptions) {
    requireOptions("tests on phones", options, KNOWN);
    const { per = "test", keep = "failed", clear = false, app } = options;
    if (per !== "test" && per !== "worker") throw invalid(`per is test or worker, and not ${String(per)}`);
    if (keep !== "failed" && keep !== "all") throw invalid(`keep is failed or all, and not ${String(keep)}`);
    if (clear && app === undefined) throw invalid("clear needs the app whose data it deletes");
    if (options.device !== undefined && options.virtual !== undefined)
      throw invalid("give either `device` or `virtual`");
    this.per = per;
    this.#options = options;
  }

  /**
   * Gets a phone with its app open. Tests on one phone wait for their turn. Errors: those of connecting and opening;
   * `onKept` gets the files that are kept of an attempt that failed in this way.
   */
  async begin(test: TestName, onKept: (kept: KeptAttempt) => void, signal: AbortSignal): Promise<RunningAttempt> {
    const hasOwn = this.per === "test" && this.#options.virtual !== undefined;
    const turn = hasOwn ? null : await this.#turns.hold(signal);
    let isFree = false;
    const leaveTurn = () => {
      if (!isFree) turn?.[Symbol.dispose]();
      isFree = true;
    };
    try {
      const used = await this.#phone();
      return await this.#started(used, leaveTurn, { test, onKept });
    } catch (error) {
      leaveTurn();
      throw error;
    }
  }

  async #started(
    used: TestPhone,
    leaveTurn: () => void,
    { test, onKept }: { readonly test: TestName; readonly onKept: (kept: KeptAttempt) => void },
  ): Promise<RunningAttempt> {
    const attempt = await Attempt.begin(used, test, this.#options).catch(async (error) => {
      await this.#leave(used, false);
      throw error;
    });
    let ended: Promise<KeptAttempt | null> | null = null;
    const finish = async (hasPassed: boolean) => {
      try {
        return await attempt.end(hasPassed);
      } finally {
        await this.#leave(used, hasPassed).finally(leaveTurn);
      }
    };
    const end = async (hasPassed: boolean) => {
      ended ??= finish(hasPassed);
      return await ended;
    };
    try {
      await attempt.open();
    } catch (error) {
      const kept = await end(false);
      if (kept) onKept(kept);
      throw error;
    }
    return { phone: used.phone, end };
  }

  async #phone(): Promise<TestPhone> {
    if (this.per === "test") return await openTestPhone(this.#options);
    this.#shared ??= await openTestPhone(this.#options);
    return this.#shared;
  }

  async #leave(used: TestPhone, hasPassed: boolean): Promise<void> {
    if (this.per === "worker" && hasPassed) return;
    if (this.#shared === used) this.#shared = null;
    await used.phone.close();
  }

  async close(): Promise<void> {
    const shared = this.#shared;
    this.#shared = null;
    await shared?.phone.close();
  }
}

function invalid(message: string): FoveaError {
  return invalidCall(`tests on phones: ${message}`, "testing");
}

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import { FoveaError, isFoveaError, toFoveaError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { nameBelow } from "../../base/name-below.js";
import { repeatedly } from "../../base/signals.js";
import type { Lease } from "../../farm/fabric.js";
import type { FarmUse } from "../../farm/nats/tenant-farm.js";
import type { Need } from "../../farm/need.js";
import type { Flow } from "../../replay/flow/flow.js";
import type { Variables } from "../../replay/flow/template.js";
import type { RunReport, StepReport } from "../../replay/report.js";
import type { SuitePhone } from "../../replay/suite/suite.js";
import { remoteCalls } from "./remote-calls.js";
import { farmRunFlow } from "./run-flow.js";

/** What flows need to run on a farm. */
export interface FlowsOnFarm {
  readonly fabric: FarmUse;
  readonly tenant: string;
  readonly needs: readonly Need[];
  /** How long a flow waits for a phone. */
  readonly waitMs: number;
  /**
   * After this time without a renewal, for example because the program died, the phone is free again, in ms; 30,000 if
   * absent.
   */
  readonly ttlMs?: number;
  /** The folder of the workspace: paths of files are sent relative to it. */
  readonly root: string;
  /** All files that a flow needs, the flow's own file included. */
  readonly filesOf: (flow: Flow) => readonly string[];
  readonly variables: Variables;
  readonly lookupMs: number;
  readonly clears: boolean;
  readonly allowedHosts: readonly string[];
  /** The folder for screenshots that a flow takes; null if they are not kept. */
  readonly pictures: string | null;
  readonly onFlow: (flow: Flow, device: string) => void;
  readonly onStep: (step: StepReport, device: string) => void;
}

const TTL_MS = 30_000;
const LONGEST_MS = 24 * 3_600_000;
/** The most bytes of all files of a flow: a message of the NATS servers is 1 MiB at most by default. */
const MOST_BYTES = 700_000;

const step = z.custom<StepReport>((value) => typeof value === "object" && value !== null && "outcome" in value);
const answerSchema = z.object({
  report: z.object({
    ...{ name: z.string(), file: z.string(), device: z.string(), startedAt: z.string(), durationMs: z.number() },
    outcome: z.enum(["passed", "failed"]),
    endedBy: z.custom<RunReport["endedBy"]>((value) => value === null || typeof value === "string"),
    steps: z.array(step).readonly(),
  }),
  pictures: z.map(z.string(), z.instanceof(Uint8Array)),
});

interface Held {
  readonly lease: Lease;
  readonly renewing: Disposable;
  /** Aborts with LEASE_LOST when a renewal is refused. */
  readonly lost: AbortSignal;
}

/**
 * One of several places of a run; each place runs one flow at a time on a phone of the farm. It keeps the phone for the
 * next flow, and takes another phone after a flow failed or the phone was lost. That flow runs again from its beginning
 * if its retries allow this.
 */
export class FlowPlace implements SuitePhone, AsyncDisposable {
  readonly #on: FlowsOnFarm;
  #held: Held | null = null;

  constructor(on: FlowsOnFarm) {
    this.#on = on;
  }

  get serial(): string {
    return this.#held?.lease.device ?? "no phone yet";
  }

  /** Gives a failed report also if there was no phone, or if the phone was lost. Errors: the signal's reason. */
  async run(flow: Flow, signal: AbortSignal): Promise<RunReport> {
    const startedAt = new Date();
    let device = "";
    try {
      const fields = await this.#fieldsOf(flow);
      const { lease, lost } = await this.#take(signal);
      device = lease.device;
      this.#on.onFlow(flow, device);
      const request = { tool: farmRunFlow, fields, deadlineMs: LONGEST_MS };
      const { data } = await remoteCalls(this.#on.fabric, lease)(request, AbortSignal.any([signal, lost]));
      const report = await this.#kept(flow, answerSchema.parse(data));
      for (const one of report.steps) this.#on.onStep(one, device);
      if (report.outcome === "failed") await this.#change(signal);
      return report;
    } catch (cause) {
      if (signal.aborted) throw signal.reason;
      // The lease is left to expire: the phone may be gone, so nobody else should get it before that.
      this.#drop();
      const report = endedReport(flow, { device, startedAt, error: toFoveaError(cause) });
      for (const one of report.steps) this.#on.onStep(one, device);
      return report;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const lease = this.#drop();
    // The flow may still run on the host: without the lease, the host refuses its next action.
    if (lease) await this.#on.fabric.release(lease, AbortSignal.timeout(5_000)).catch(() => {});
  }

  /** The phone that this place has; a new one if the lease was lost between two flows. */
  async #take(signal: AbortSignal): Promise<Held> {
    if (this.#held?.lost.aborted) this.#drop();
    return this.#held ?? (await this.#acquire(this.#on.waitMs, signal));
  }

  async #acquire(waitMs: number, signal: AbortSignal): Promise<Held> {
    const { fabric, tenant, needs, ttlMs = TTL_MS } = this.#on;
    const [lease] = await fabric.acquire([needs], { ttlMs, waitMs, tenant }, signal);
    if (!lease) throw new Error("a lease for each need");
    const losing = new AbortController();
    const renew = () =>
      void fabric.renew(lease, new AbortController().signal).catch((error) => {
        // After any other error the next renewal may succeed: the lease is still valid until it expires.
        if (isFoveaError(error, "LEASE_LOST")) losing.abort(error);
      });
    this.#held = { lease, renewing: repeatedly(renew, ttlMs / 3), lost: losing.signal };
    return this.#held;
  }

  /** Takes another phone if one is free, since a flow may fail because of its phone; else keeps this one. */
  async #change(signal: AbortSignal): Promise<void> {
    const before = this.#held;
    const other = await this.#acquire(0, signal).catch(() => null);
    if (!other || !before) return;
    before.renewing[Symbol.dispose]();
    await this.#on.fabric.release(before.lease, signal).catch(() => {}); // the lease may have ended already
  }

  #drop(): Lease | undefined {
    const held = this.#held;
    held?.renewing[Symbol.dispose]();
    this.#held = null;
    return held?.lease;
  }

  /**
   * The fields of the call that runs a flow, with its files. Errors: FARM_UNUSABLE for files that are too large to be
   * sent.
   */
  async #fieldsOf(flow: Flow) {
    const { root, filesOf, variables, lookupMs, clears, allowedHosts } = this.#on;
    const files: Record<string, string> = {};
    const nameOf = (file: string) => nameBelow(root, resolve(file));
    for (const file of filesOf(flow)) files[nameOf(file)] = (await readFile(file)).toString("base64");
    const bytes = Object.values(files).reduce((sum, text) => sum + text.length, 0);
    if (bytes > MOST_BYTES) {
      const message = `${flow.file} and its files are too large for a farm: ${MOST_BYTES} bytes at most, as base64`;
      throw new FoveaError("FARM_UNUSABLE", message, { hint: "Run it on the phone's host, or give it smaller files." });
    }
    const own = { lookup_ms: lookupMs, clears, allowed_hosts: allowedHosts };
    return { flow: nameOf(flow.file), files, variables: [...variables], ...own };
  }

  /** The report with paths of this host; its pictures are written to the folder if there is one. */
  async #kept(flow: Flow, { report, pictures }: z.infer<typeof answerSchema>): Promise<RunReport> {
    const folder = this.#on.pictures;
    const device = this.#held?.lease.device ?? report.device;
    const placeOf = (name: string | null) =>
      name === null || folder === null || !pictures.has(name)
        ? null
        : join(folder, device.replaceAll(/\W/g, "-"), name);
    for (const [name, bytes] of pictures) {
      const place = placeOf(name);
      if (place === null || !resolve(place).startsWith(resolve(folder ?? ""))) continue;
      await makeFolder(dirname(place), 0o777);
      await writeFile(place, bytes);
    }
    const steps = report.steps.map((one) => {
      const { expected, actual } = one.screenshots;
      return { ...one, screenshots: { expected: placeOf(expected), actual: placeOf(actual) } };
    });
    return { ...report, file: flow.file, device, steps };
  }
}

interface Ended {
  readonly device: string;
  readonly startedAt: Date;
  readonly error: FoveaError;
}

/** The report of a flow whose result no host reported. */
function endedReport({ name, file }: Flow, { device, startedAt, error: { code, message } }: Ended): RunReport {
  const durationMs = Date.now() - startedAt.getTime();
  const lost: StepReport = {
    ...{ name: "run on a phone of the farm", place: file, outcome: "failed" as const, durationMs, code, message },
    ...{ notes: [], screenshots: { expected: null, actual: null } },
  };
  const shown = device === "" ? "no phone" : device;
  return {
    ...{ name, file, device: shown, startedAt: startedAt.toISOString(), durationMs },
    ...{ outcome: "failed", endedBy: code, steps: [lost] },
  };
}

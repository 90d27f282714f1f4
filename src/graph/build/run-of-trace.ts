import { basename } from "node:path";
import type { TraceManifest } from "../../trace/manifest.js";
import type { InteractionStep } from "../../trace/protocol.js";
import { extensions, type TraceCall } from "../../trace/x-fovea.js";
import { factsOfScreen } from "../screen/facts-of-screen.js";
import { screenOfState } from "../screen/screen-of-state.js";
import { actionOfStep } from "./action-of-step.js";
import type { GraphRun, RunStep } from "./graph-run.js";

/** Collects the steps and calls of one trace, in their order, into a run. */
export class TraceRun {
  readonly #path: string;
  readonly #manifest: TraceManifest | null;
  readonly #steps: (RunStep & { readonly seconds: number })[] = [];
  #sensitive: { readonly call: number; readonly name: string } | null = null;

  /** `manifest`: null for a single file of steps. */
  constructor(path: string, manifest: TraceManifest | null) {
    this.#path = path;
    this.#manifest = manifest;
  }

  /** A call comes before its step, so the class that the guard found is kept for the step. */
  addCall({ call, guard = [] }: TraceCall): void {
    const name = guard.map((line) => line["class"]).find((one) => typeof one === "string");
    if (name !== undefined) this.#sensitive = { call, name: String(name) };
  }

  /** A step whose screen was not read before has no vertex, so it is left out. */
  add(step: InteractionStep): void {
    if (extensions.state(step.visual_state)?.known === false) return;
    const screen = factsOfScreen(screenOfState(step.visual_state));
    const own = extensions.step(step)?.call;
    const sensitive = this.#sensitive && this.#sensitive.call === own ? this.#sensitive.name : null;
    const taken = actionOfStep(step, screen, sensitive);
    this.#steps.push({ at: 0, seconds: step.timestamp, screen, taken });
  }

  /**
   * The run. `now` (ms since the epoch) is used as the end of a run without a manifest. The id is the start and the
   * serial from the manifest, or the name of the file.
   */
  run(now: number): GraphRun {
    const last = this.#steps.at(-1)?.seconds ?? 0;
    const started = this.#manifest ? Date.parse(this.#manifest.started_at) : now - last * 1_000;
    const id = this.#manifest ? `${this.#manifest.started_at} ${this.#manifest.device.serial}` : basename(this.#path);
    const steps = this.#steps.map(({ seconds, ...step }) => ({ ...step, at: started + seconds * 1_000 }));
    return { id, at: started, steps };
  }
}

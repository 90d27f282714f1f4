import type { ActNote } from "../session/session-watcher.js";
import type { InteractionStore } from "./interaction-store.js";
import { reportedOf } from "./typing.js";

/** One thing that was done to a device, or was to be done. */
export interface Interaction {
  /** When it began, ISO 8601. */
  readonly timestamp: string;
  /** The tool that was called. */
  readonly tool: string;
  /** In the past tense; null where nothing was done. */
  readonly did: string | null;
  /** The result, for example `changed`; null where the call failed. */
  readonly verdict: string | null;
  /** Null where the call did not fail. */
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly durationMs: number;
}

/** So many are remembered for each device. */
export const MOST_INTERACTIONS = 100;

/** What was done last to each device: in memory, and where there is a store by the processes before this one, too. */
export class RecentInteractions {
  readonly #bySerial = new Map<string, Interaction[]>();
  readonly #store: InteractionStore | null;

  constructor(store: InteractionStore | null = null) {
    this.#store = store;
  }

  note(serial: string, interaction: Interaction): void {
    const all = this.#all(serial);
    all.push(interaction);
    if (all.length > MOST_INTERACTIONS) all.shift();
    this.#store?.save(serial, all);
  }

  forget(serial: string): void {
    this.#bySerial.delete(serial);
  }

  /** The oldest first. */
  of(serial: string, most: number): readonly Interaction[] {
    return this.#all(serial).slice(-most);
  }

  /** What other processes did meanwhile is in the store alone. */
  #all(serial: string): Interaction[] {
    const known = this.#store ? [...this.#store.load(serial)] : this.#bySerial.get(serial);
    const all = known ?? [];
    this.#bySerial.set(serial, all);
    return all;
  }
}

export function interactionOf(note: ActNote, tool: string): Interaction {
  const { times, verdict, error } = note;
  const did = reportedOf(note);
  return {
    timestamp: new Date(performance.timeOrigin + times.begun).toISOString(),
    tool,
    did: did === "" ? null : did,
    verdict: verdict?.kind ?? null,
    error: error && { code: error.code, message: error.message },
    durationMs: Math.round(times.ended - times.begun),
  };
}

/** A call that was refused, or failed before anything was done. */
export function refusedInteraction(
  tool: string,
  error: { readonly code: string; readonly message: string },
  durationMs: number,
): Interaction {
  const timestamp = new Date(Date.now() - durationMs).toISOString();
  return { timestamp, tool, did: null, verdict: null, error, durationMs: Math.round(durationMs) };
}

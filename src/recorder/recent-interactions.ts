import { presentHolder } from "../session/lease-of.js";
import type { ActNote } from "../session/session-watcher.js";
import type { Interaction } from "./interaction.js";
import type { InteractionStore } from "./interaction-store.js";
import { reportedOf } from "./typing.js";

/** The most interactions that are remembered for each device. */
export const MOST_INTERACTIONS = 100;

/** The last interactions with each device: in memory; with a store, also those of earlier processes. */
export class RecentInteractions {
  readonly #bySerial = new Map<string, Interaction[]>();
  /** The holder of the device for whom each was done, if the device is leased. */
  readonly #holders = new WeakMap<Interaction, string>();
  readonly #store: InteractionStore | null;

  constructor(store: InteractionStore | null = null) {
    this.#store = store;
  }

  note(serial: string, interaction: Interaction): void {
    const all = this.#all(serial);
    const holder = presentHolder();
    if (holder !== null) this.#holders.set(interaction, holder);
    all.push(interaction);
    if (all.length > MOST_INTERACTIONS) all.shift();
    this.#store?.save(serial, all);
  }

  forget(serial: string): void {
    this.#bySerial.delete(serial);
  }

  /** The interactions, oldest first. The holder of a lease gets only those of that lease. */
  of(serial: string, most: number): readonly Interaction[] {
    const holder = presentHolder();
    const all = this.#all(serial).filter((one) => holder === null || this.#holders.get(one) === holder);
    return all.slice(-most);
  }

  /** Reads the store every time, since other processes may have written to it. */
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

/** A call that was refused, or failed before it did anything. */
export function refusedInteraction(
  tool: string,
  error: { readonly code: string; readonly message: string },
  durationMs: number,
): Interaction {
  const timestamp = new Date(Date.now() - durationMs).toISOString();
  return { timestamp, tool, did: null, verdict: null, error, durationMs: Math.round(durationMs) };
}

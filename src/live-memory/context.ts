import type { Observation } from "../screen/observation.js";
import { contextLine, MEMORY } from "./context-line.js";
import { learntOf } from "./learnt.js";
import type { LiveMemory } from "./live-memory.js";

/** Where a phone is, as far as a memory knows. */
export interface MemoryContext {
  /** For answers; null if nothing was read. */
  readonly line: string | null;
  /** `screen`, `dialog`, `permission`, `chooser` or `system`; null if that is not known. */
  readonly screenType: string | null;
  /** Package of the app. */
  readonly application: string | null;
  /** Id of the known screen. */
  readonly screen: string | null;
  /** {@link learntOf} it. */
  readonly learnt: ReadonlyMap<string, string>;
}

/** Takes in the screen that a call read last, and says what is known of it. */
export function contextOf(memory: LiveMemory, serial: string, observation: Observation | null): MemoryContext {
  const standing = memory.seen(serial, observation);
  if (!standing) {
    const line = memory.isReading ? `${MEMORY} is still being read` : null;
    return { line, screenType: null, application: null, screen: null, learnt: new Map() };
  }
  const { id, facts } = standing;
  const view = memory.view();
  const line = contextLine({ view, standing, note: memory.noteOf(id), now: memory.now() });
  return { line, screenType: facts.kind, application: facts.app, screen: id, learnt: learntOf(view, standing) };
}

import type { Observation } from "../screen/observation.js";
import { contextLine, MEMORY } from "./context-line.js";
import { learntOf } from "./learnt.js";
import type { LiveMemory } from "./live-memory.js";

/** The known screen that a phone shows. */
export interface MemoryContext {
  /** The line for answers; null if no screen was read. */
  readonly line: string | null;
  /** `screen`, `dialog`, `permission`, `chooser` or `system`; null if it is unknown. */
  readonly screenType: string | null;
  /** The package of the app. */
  readonly application: string | null;
  /** The id of the known screen. */
  readonly screen: string | null;
  /** The result of {@link learntOf}. */
  readonly learnt: ReadonlyMap<string, string>;
}

/** Adds the last screen that a call read to the memory, and gives what is known about it. */
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

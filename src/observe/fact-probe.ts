import type { Observation, PartName } from "../screen/observation.js";
import type { ObserveRequest } from "./observe-request.js";
import type { WindowFacts } from "./parse/window/window-facts.js";
import type { ProbeContext, ProbeResult } from "./probe.js";

/**
 * What an observation is about, for the probes that decide whether and what to ask beside window, hierarchy and
 * screenshot.
 */
export interface FactQuestion {
  readonly context: ProbeContext;
  readonly request: ObserveRequest;
  /** The window manager's word, or the companion's. */
  readonly window: Promise<ProbeResult<WindowFacts>>;
  /** The companion answers. */
  readonly isLive: boolean;
}

/** The result of a fact probe; without a value where it was not asked. */
export interface ReportedFact {
  readonly name: PartName;
  readonly result: ProbeResult<unknown> | null;
  /** The observation's fields that it fills: null if it has no value, and where it was not asked. */
  readonly fields: Partial<Observation>;
}

/** Facts that an observation asks for beside window, hierarchy and screenshot; see probes.ts. */
export interface FactProbe {
  readonly name: PartName;
  /** The value where it is not asked. */
  readonly notAsked: ReportedFact;
  /** Asks, where the observation needs it. Errors: the signal's reason. */
  ask(question: FactQuestion, signal: AbortSignal): Promise<ReportedFact>;
}

interface FactDefinition<Value> {
  readonly name: PartName;
  /** Null if the observation does not ask. */
  readonly ask: (question: FactQuestion, signal: AbortSignal) => Promise<ProbeResult<Value> | null>;
  /** The fields of the observation that the value fills; with null if there is none. */
  readonly fields: (value: Value | null) => Partial<Observation>;
}

/** Gives `ask` and `fields` their type of value. */
export function defineFact<Value>({ name, ask, fields }: FactDefinition<Value>): FactProbe {
  return {
    name,
    notAsked: { name, result: null, fields: fields(null) },
    ask: async (question, signal) => {
      const result = await ask(question, signal);
      return { name, result, fields: fields(result?.value ?? null) };
    },
  };
}

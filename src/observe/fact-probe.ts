import type { Observation, PartName } from "../screen/observation.js";
import type { ObserveRequest } from "./observe-request.js";
import type { WindowFacts } from "./parse/window/window-facts.js";
import type { ProbeContext, ProbeResult } from "./probe.js";

/** What a look is about, for whoever decides whether and what to ask beside window, tree and picture. */
export interface FactQuestion {
  readonly context: ProbeContext;
  readonly request: ObserveRequest;
  /** The window manager's word, or the companion's. */
  readonly window: Promise<ProbeResult<WindowFacts>>;
  /** The companion answers. */
  readonly isLive: boolean;
}

/** What a fact probe told; without a result where it was not asked. */
export interface ReportedFact {
  readonly name: PartName;
  readonly result: ProbeResult<unknown> | null;
  /** The observation's fields that it fills: null where it told nothing, and where it was not asked. */
  readonly fields: Partial<Observation>;
}

/** Facts that a look asks for beside window, tree and picture; see probes.ts. */
export interface FactProbe {
  readonly name: PartName;
  /** What is told where nobody asks. */
  readonly notAsked: ReportedFact;
  /** Asks, where the look wants it. Errors: the signal's reason. */
  ask(question: FactQuestion, signal: AbortSignal): Promise<ReportedFact>;
}

interface FactDefinition<Value> {
  readonly name: PartName;
  /** Null where the look does not ask. */
  readonly ask: (question: FactQuestion, signal: AbortSignal) => Promise<ProbeResult<Value> | null>;
  /** The fields of the observation that the value fills; with null where there is none. */
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

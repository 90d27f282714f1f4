import type { Observation, PartName } from "../screen/observation.js";
import type { ObserveRequest } from "./observe-request.js";
import type { WindowFacts } from "./parse/window/window-facts.js";
import type { ProbeContext, ProbeResult } from "./probe.js";

/**
 * The observation to make. Fact probes decide by it whether to ask the device for more than window, hierarchy and
 * screenshot, and for what.
 */
export interface FactQuestion {
  readonly context: ProbeContext;
  readonly request: ObserveRequest;
  /** As the window manager or the companion reports it. */
  readonly window: Promise<ProbeResult<WindowFacts>>;
  /** Whether a companion answers. */
  readonly isLive: boolean;
}

/** The result of a fact probe; without a value if the probe was not run. */
export interface ReportedFact {
  readonly name: PartName;
  readonly result: ProbeResult<unknown> | null;
  /** The observation's fields that it fills: null if it has no value, or if the probe was not run. */
  readonly fields: Partial<Observation>;
}

/** A probe of facts other than window, hierarchy and screenshot; see probes.ts. */
export interface FactProbe {
  readonly name: PartName;
  /** The result if the probe is not run. */
  readonly notAsked: ReportedFact;
  /** Asks the device, if the observation needs it. Errors: the signal's reason. */
  ask(question: FactQuestion, signal: AbortSignal): Promise<ReportedFact>;
}

interface FactDefinition<Value> {
  readonly name: PartName;
  /** Asks the device; null if the observation does not need the fact. */
  readonly ask: (question: FactQuestion, signal: AbortSignal) => Promise<ProbeResult<Value> | null>;
  /** The fields of the observation, filled from the value; null fields without a value. */
  readonly fields: (value: Value | null) => Partial<Observation>;
}

/** Makes a fact probe; `ask` and `fields` have the same type of value. */
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

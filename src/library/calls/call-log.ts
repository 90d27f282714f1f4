import { toFoveaError } from "../../base/errors.js";
import type { Observation } from "../../screen/observation.js";
import type { ToolOutcome } from "../../tool-contract/tool.js";
import type { Fields } from "../fields.js";
import { publicScreen } from "../screen.js";
import type { DebugCall, DebugScreen, Screen } from "../types.js";

const MOST_CALLS = 20;
const MOST_SCREENS = 5;

interface Ended {
  readonly tool: string;
  readonly inputs: Fields;
  readonly startedAt: number;
  readonly result: string | null;
  readonly error: DebugCall["error"];
  readonly seen: Observation | null;
}

/** The last calls of one connection, in memory. Their screens are converted only when somebody asks for them. */
export class CallLog {
  #ended: readonly (Ended & { readonly durationMs: number })[] = [];

  /** Runs a call and notes how it ended. Errors: those of `run`. */
  async note<Outcome extends ToolOutcome>(
    {
      tool,
      inputs,
      lastSeen,
    }: { readonly tool: string; readonly inputs: Fields; readonly lastSeen: () => Observation | null },
    run: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const startedAt = performance.now();
    const end = (rest: Pick<Ended, "result" | "error">) => {
      const durationMs = Math.round(performance.now() - startedAt);
      const ended = { tool, inputs, startedAt, durationMs, seen: lastSeen(), ...rest };
      this.#ended = [...this.#ended, ended].slice(-MOST_CALLS);
    };
    try {
      const outcome = await run();
      end({ result: outcome.answer.text, error: null });
      return outcome;
    } catch (thrown) {
      const { code, message } = toFoveaError(thrown);
      end({ result: null, error: { code, message } });
      throw thrown;
    }
  }

  calls(): readonly DebugCall[] {
    return this.#ended.map(({ seen, startedAt, ...call }) => ({
      ...call,
      startedAt: new Date(performance.timeOrigin + startedAt).toISOString(),
      decision: (call.result ?? call.error?.message ?? "").split("\n").filter((line) => !isOutline(line)),
      visualState: seen && debugScreen(seen),
    }));
  }

  screens(): readonly Screen[] {
    const seen = this.#ended.flatMap((one) => (one.seen ? [one.seen] : []));
    const different = [...new Map(seen.map((one) => [one.observationId, one])).values()];
    return different.slice(-MOST_SCREENS).map(publicScreen);
  }
}

/** Whether the line belongs to the outline of the screen. The other lines say how the call got its result. */
function isOutline(line: string): boolean {
  return /^\s*(?:[+~>-] )?e\d+ /.test(line) || line.trim() === "";
}

function debugScreen(seen: Observation): DebugScreen {
  const parts = Object.entries(seen.parts).flatMap(([name, part]) => {
    return part ? [[name, { source: part.source, ageMs: part.ageMs, durationMs: part.durationMs }] as const] : [];
  });
  return { screen: publicScreen(seen), cost: seen.cost, parts: Object.fromEntries(parts) };
}

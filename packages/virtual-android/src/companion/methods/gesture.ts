import { changesSpeed, durationOf, planGesture, type Stroke } from "../gesture-plan.js";
import type { CompanionParts } from "../parts.js";
import type { Answer, Call } from "../wire/host.js";
import { invalid, type ParamsOf } from "../wire/requests.js";
import { WireError } from "../wire/wire-error.js";

/** Performs a gesture; answers when all fingers are lifted. */
export async function gesture(parts: CompanionParts, params: ParamsOf<"gesture">, call: Call): Promise<Answer> {
  const strokes = planGesture(params);
  check(parts, params, strokes);
  let seq = parts.events.seq;
  const begin = () => {
    call.begin();
    seq = parts.events.seq;
  };
  await parts.touches.perform(strokes, begin, call.signal);
  return { result: { durationMs: durationOf(strokes), seq } };
}

function check({ facts, screen }: CompanionParts, params: ParamsOf<"gesture">, strokes: readonly Stroke[]): void {
  if (params.display !== 0) throw invalid("params.display: there is no such display");
  if (strokes.length > facts.strokes) throw invalid(`params.strokes: at most ${facts.strokes}`);
  const { width, height } = screen.framework.kernel.display.size;
  if (strokes.flat().some(({ x, y }) => x < 0 || y < 0 || x >= width || y >= height)) {
    throw invalid("params: a corner is not on the display");
  }
  if (!facts.capabilities.includes("continuedGestures") && strokes.some(changesSpeed)) {
    throw new WireError("UNSUPPORTED", "a path whose speed changes needs Android 8", { mayHaveHappened: false });
  }
}

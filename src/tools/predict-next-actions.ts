import * as z from "zod";
import { unreadable } from "../actions/targets/refuse-screen.js";
import { actionWords } from "../graph/action-sig.js";
import { describeScreen } from "../graph/describe-screen.js";
import type { Vertex } from "../graph/graph.js";
import { forecast } from "../graph/predict/forecast.js";
import { type Suggestion, suggestNextActions } from "../graph/predict/suggest.js";
import { contextOf } from "../live-memory/context.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import { quoteLabel } from "../screen/label.js";
import { isReadable } from "../screen/readable.js";
import { deviceField } from "../tool-contract/fields.js";
import { requireMemory } from "../tool-contract/require-memory.js";
import { defineTool } from "../tool-contract/tool.js";

const USUAL_COUNT = 3;
const MOST_PREDICTED = 20;
/** How many recorded examples are shown for a prediction. */
const MOST_ROWS = 3;

export const predictNextActions = defineTool({
  name: "predict_next_actions",
  title: "What usually comes next",
  description: "Earlier actions on this screen and where they led; with a goal, those that lead there first.",
  kind: "read",
  askedBy: "memory",
  destructive: false,
  idempotent: true,
  deadlineMs: 50_000,
  example: { count: 3 },
  input: z.strictObject({
    device: deviceField,
    goal: z.string().max(500).optional().describe("e.g. turn on dark theme"),
    count: z.int().min(1).max(MOST_PREDICTED).optional().describe("default 3"),
  }),
  run: async (args, context, signal) => {
    const memory = await requireMemory(context);
    const session = await context.session(args.device, signal);
    const { observation } = await observe(session, { ...OBSERVE_TREE, screenshot: "unlessLive" }, signal);
    if (!isReadable(observation)) throw unreadable(session, observation);
    const { line } = contextOf(memory, session.device.serial, observation);
    const standing = memory.seen(session.device.serial, observation);
    const view = memory.view();
    if (!standing) return { line, predictions: [] };
    const { id: at, facts: screen } = standing;
    const { goal = null, count = USUAL_COUNT } = args;
    const suggestions = suggestNextActions(view, { at, history: memory.historyOf(session.device.serial), goal, count });
    const predictions = suggestions.map((suggestion) => {
      const [step] = forecast(view, { at, screen, before: null }, [suggestion.action]).steps;
      const [next] = step ?? [];
      const vertex = next && view.vertex(next.vertex);
      return { ...suggestion, leadsTo: vertex && next ? { vertex, probability: next.probability } : null };
    });
    return { line, predictions };
  },
  render: ({ line, predictions }) => {
    const lines = predictions.map(({ action, probability, slot, leadsTo, edges, runs }) => {
      const rows =
        slot?.kind === "item" ? ` (any row; so far ${slot.seen.slice(0, MOST_ROWS).map(quoteLabel).join(", ")})` : "";
      const to = leadsTo ? ` -> ${leadsTo.vertex.id} ${describeScreen(leadsTo.vertex)}` : "";
      const cited = `${edges.slice(0, 2).join(", ")}; ${runs.length} run${runs.length === 1 ? "" : "s"}`;
      return `${Math.round(probability * 100)} % ${actionWords(action)}${rows}${to} [${cited}]`;
    });
    const said = lines.length > 0 ? lines : ["nothing was done at this screen before"];
    return { text: [...(line === null ? [] : [line]), ...said].join("\n") };
  },
  toJson: ({ predictions }) => predictions.map(predictionJson),
});

interface Predicted extends Suggestion {
  /** The next screen and its probability; null if the next screen is unknown. */
  readonly leadsTo: { readonly vertex: Vertex; readonly probability: number } | null;
}

/** A prediction in the form for programs. */
export function predictionJson({ leadsTo, ...prediction }: Predicted) {
  return {
    ...prediction,
    inWords: actionWords(prediction.action),
    leadsTo: leadsTo && { screen: leadsTo.vertex.id, probability: leadsTo.probability },
  };
}

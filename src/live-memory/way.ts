import { targetSig } from "../graph/build/action-of-step.js";
import { WAIT } from "../graph/build/graph-run.js";
import type { ActionSig, Edge } from "../graph/graph.js";
import type { GraphView } from "../graph/predict/graph-view.js";
import { PathFinder } from "../graph/predict/path.js";
import type { Part, ScreenFacts } from "../graph/screen/screen-facts.js";

/** Actions that a path may have: they need no text, and the memory keeps enough of them to repeat them. */
const AGAIN: ReadonlySet<string> = new Set(["tap", "long", "double", "scroll", "back", "key", "open", WAIT]);

/** Whether the action of an edge can be repeated. */
export function isWalkable({ action, failed, ok }: Edge): boolean {
  return AGAIN.has(action.type) && (action.type !== "open" || action.detail !== "") && !(failed > 0 && ok === 0);
}

/** Finds paths over {@link isWalkable} edges. */
export function wayFinder(view: GraphView): PathFinder {
  return new PathFinder(view, isWalkable);
}

/**
 * The cheapest known path from the phone's current screen (null: an unknown screen) to another screen. If there is no
 * such path, one that first opens the app as it was opened before. Null if there is none of either kind.
 */
export function wayTo(view: GraphView, ways: PathFinder, from: string | null, to: string): readonly Edge[] | null {
  const direct = from === null ? null : ways.find(from, to);
  if (direct) return direct.edges;
  const app = view.vertex(to)?.print.app;
  const opening = view.graph.edges.filter((edge) => edge.action.type === "open" && edge.action.detail === app);
  const starts = new Map(opening.toSorted((a, b) => b.n - a.n).map((edge) => [edge.to, edge] as const));
  const found = [...starts.values()].flatMap((edge) => {
    const rest = isWalkable(edge) ? ways.find(edge.to, to) : null;
    return rest ? [{ edges: [edge, ...rest.edges], probability: rest.probability }] : [];
  });
  found.sort((a, b) => b.probability - a.probability || a.edges.length - b.edges.length);
  return found[0]?.edges ?? null;
}

/** The parts of a screen that can be the target of an action; none for actions without a target. */
export function partsMeant(screen: ScreenFacts, action: ActionSig): readonly Part[] {
  return screen.parts.filter((_, place) => {
    const { role, idTail, label, isItem, ordinal } = targetSig(screen, place);
    const isOne = role === action.role && idTail === action.idTail && label === action.label;
    return isOne && isItem === action.isItem && ordinal === action.ordinal;
  });
}

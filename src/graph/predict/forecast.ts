import { actionKey, slotKey } from "../action-sig.js";
import { predicateKey, predicatesOf } from "../build/predicates.js";
import { smoothed } from "../build/statistics.js";
import type { ActionSig, Branch, Edge } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import type { GraphView } from "./graph-view.js";

/** A screen that may come next, and the edges that support this. */
export interface Expected {
  readonly vertex: string;
  readonly probability: number;
  readonly edges: readonly string[];
}

export interface Forecast {
  /** For each action, the screens that may come after it, the most probable first. */
  readonly steps: readonly (readonly Expected[])[];
  /** The probability that the last screen is none of the known ones. */
  readonly unknown: number;
}

/** The possible positions of a walk, each with its probability, the edges that led there, and the vertex before. */
type Places = ReadonlyMap<string, Standing>;

interface Standing {
  readonly probability: number;
  readonly edges: readonly string[];
  readonly before: string | null;
}

/** The start of a forecast. */
export interface ForecastStart {
  readonly at: string;
  /** The present screen, on which the conditions of branches are checked; null if it is not available. */
  readonly screen: ScreenFacts | null;
  /** The vertex before, to which some actions return; null if it is unknown. */
  readonly before: string | null;
}

const MOST_PLACES = 20;

/**
 * Predicts the screens after each of a sequence of actions, starting from a vertex. P(to | from, a) has Laplace
 * smoothing with one more outcome than was seen. Three facts are used before that, if they are known: an action that
 * returns to the screen before; the condition of a branch, for the first screen; and for a row that was never taken,
 * the kind of record to which the other rows led.
 */
export function forecast(view: GraphView, start: ForecastStart, actions: readonly ActionSig[]): Forecast {
  let places: Places = new Map([[start.at, { probability: 1, edges: [], before: start.before }]]);
  const steps: (readonly Expected[])[] = [];
  for (const [step, action] of actions.entries()) {
    places = moved(view, places, { action, screen: step === 0 ? start.screen : null });
    steps.push([...places].map(([vertex, { probability, edges }]) => ({ vertex, probability, edges })));
  }
  const known = [...places.values()].reduce((sum, { probability }) => sum + probability, 0);
  return { steps, unknown: Math.max(0, 1 - known) };
}

interface Move {
  readonly action: ActionSig;
  readonly screen: ScreenFacts | null;
}

function moved(view: GraphView, places: Places, move: Move): Places {
  const next = new Map<string, Standing>();
  const add = (vertex: string, probability: number, edges: readonly string[], before: string) => {
    const known = next.get(vertex);
    const all = [...(known?.edges ?? []), ...edges];
    next.set(vertex, { probability: (known?.probability ?? 0) + probability, edges: all, before });
  };
  for (const [vertex, { probability, before }] of places) {
    const back = before === null ? 0 : returnsBy(view, vertex, move.action) * RETURN_TRUST;
    if (before !== null && back > 0) add(before, probability * back, [], vertex);
    const outcomes = outcomesOf(view, vertex, move);
    if (outcomes.length === 0 && back === 0 && staysByNature(move.action)) add(vertex, GUESS, [], before ?? vertex);
    for (const { edge, to, share } of outcomes) {
      add(to, probability * share * (1 - back), [edge.id], to === vertex ? (before ?? vertex) : vertex);
    }
  }
  const inOrder = [...next].sort(([a, one], [b, other]) => other.probability - one.probability || (a < b ? -1 : 1));
  return new Map(inOrder.slice(0, MOST_PLACES));
}

/** The probability of a prediction by Android's usual behaviour, for an action that no run did here. */
const GUESS = 0.5;

/** The probability that an action returns to the screen before. "Back" does so unless runs show otherwise. */
function returnsBy(view: GraphView, vertex: string, action: ActionSig): number {
  const rate = view.returnRate(vertex, slotKey(action));
  return action.type === "back" && rate === 0 && view.outOf(vertex).every((edge) => edge.action.type !== "back")
    ? GUESS
    : rate;
}

const TOGGLES: ReadonlySet<string> = new Set(["switch", "checkbox", "radio"]);

/** Whether an action usually stays on its screen: typing, scrolling, and toggling a switch. */
function staysByNature({ type, role }: ActionSig): boolean {
  return type === "type" || type === "scroll" || (type === "tap" && TOGGLES.has(role));
}

/** The weight of the return rate: an action that returned before may also lead elsewhere. */
const RETURN_TRUST = 0.9;

export interface Outcome {
  readonly edge: Edge;
  /** The vertex to which it leads; for a row that was never taken, the first record of its kind. */
  readonly to: string;
  readonly share: number;
}

/** The edges that the action may take from a vertex, each with its probability. */
export function outcomesOf(view: GraphView, vertex: string, { action, screen }: Move): readonly Outcome[] {
  const { edges, isExact } = edgesFor(view, vertex, action);
  const decided = screen ? decidedBy(view, edges, screen) : null;
  if (decided) return [{ edge: decided, to: decided.to, share: smoothed(decided.n, decided.n, 2) }];
  const byTarget = new Map<string, Edge[]>();
  for (const edge of edges) {
    const to = isExact ? edge.to : view.familyOf(edge.to);
    byTarget.set(to, [...(byTarget.get(to) ?? []), edge]);
  }
  const all = edges.reduce((sum, { n }) => sum + n, 0);
  return [...byTarget].flatMap(([to, group]) => {
    const [edge] = group;
    const n = group.reduce((sum, one) => sum + one.n, 0);
    return edge ? [{ edge, to, share: smoothed(n, all, byTarget.size + 1) }] : [];
  });
}

/**
 * The edges of exactly this action here; else of any row here; else of other records of the family; else of similar
 * rows anywhere in the app.
 */
function edgesFor(view: GraphView, vertex: string, action: ActionSig): { edges: readonly Edge[]; isExact: boolean } {
  const [own, any] = [actionKey(action), slotKey(action)];
  const here = view.outOf(vertex);
  const exact = here.filter((edge) => actionKey(edge.action) === own);
  if (exact.length > 0) return { edges: exact, isExact: true };
  const rows = here.filter((edge) => slotKey(edge.action) === any);
  if (rows.length > 0) return { edges: rows, isExact: false };
  const records = view.outOfFamily(vertex).filter((edge) => slotKey(edge.action) === any);
  if (records.length > 0 || !action.isItem) return { edges: records, isExact: false };
  return { edges: view.anywhere(vertex, any), isExact: false };
}

/** The edge that the condition of a branch selects for a screen; null if no branch is known. */
function decidedBy(view: GraphView, edges: readonly Edge[], screen: ScreenFacts): Edge | null {
  const branch = view.graph.branches.find(
    (one: Branch) => one.condition !== null && edges.some(({ id }) => one.edges.includes(id)),
  );
  if (!branch?.condition) return null;
  const isTrue = new Set(predicatesOf(screen).map(predicateKey)).has(predicateKey(branch.condition));
  const id = isTrue ? branch.whenTrue : branch.whenFalse;
  return edges.find((edge) => edge.id === id) ?? null;
}

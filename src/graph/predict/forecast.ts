import { actionKey, slotKey } from "../action-sig.js";
import { predicateKey, predicatesOf } from "../build/predicates.js";
import { smoothed } from "../build/statistics.js";
import type { ActionSig, Branch, Edge } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import type { GraphView } from "./graph-view.js";

/** A screen that may come, and what it rests on. */
export interface Expected {
  readonly vertex: string;
  readonly probability: number;
  readonly edges: readonly string[];
}

export interface Forecast {
  /** After each action the screens that may have come, the most likely first. */
  readonly steps: readonly (readonly Expected[])[];
  /** How likely it is that none of the known ones comes, at the end. */
  readonly unknown: number;
}

/** Where a walk may be, with how likely that is, by which edges it came there, and from where. */
type Places = ReadonlyMap<string, Standing>;

interface Standing {
  readonly probability: number;
  readonly edges: readonly string[];
  readonly before: string | null;
}

/** Where a forecast begins. */
export interface ForecastStart {
  readonly at: string;
  /** The screen as it is now, by which branches are decided; null if it is not at hand. */
  readonly screen: ScreenFacts | null;
  /** The vertex before, to which some actions lead back; null if it is not known. */
  readonly before: string | null;
}

const MOST_PLACES = 20;

/**
 * Which screens come if these actions are done one after another, from a vertex on. P(to | from, a) is smoothed by
 * Laplace with one more outcome than was seen. Before that, three things decide where they are known: that the action
 * leads back to the screen before, a branch's condition on the first screen, and for a row that was never taken the
 * kind of record that the other rows led to.
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

/** What nobody did here yet is guessed by what such an action does on Android. */
const GUESS = 0.5;

/** "Back" leads to the screen before, unless it was seen to do something else. */
function returnsBy(view: GraphView, vertex: string, action: ActionSig): number {
  const rate = view.returnRate(vertex, slotKey(action));
  return action.type === "back" && rate === 0 && view.outOf(vertex).every((edge) => edge.action.type !== "back")
    ? GUESS
    : rate;
}

const TOGGLES: ReadonlySet<string> = new Set(["switch", "checkbox", "radio"]);

/** Typing, scrolling and switching change a screen without leaving it. */
function staysByNature({ type, role }: ActionSig): boolean {
  return type === "type" || type === "scroll" || (type === "tap" && TOGGLES.has(role));
}

/** Not all is explained by where an action led back to before. */
const RETURN_TRUST = 0.9;

export interface Outcome {
  readonly edge: Edge;
  /** Where it leads: for a row that was never taken the first record of its kind. */
  readonly to: string;
  readonly share: number;
}

/** Edges that the action may take from a vertex, with how likely each is. */
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

/** Those of this very action here, else of any row here, of other records of the kind, of such rows in the app. */
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

/** The edge that a branch's condition says for a screen; null if no branch is known. */
function decidedBy(view: GraphView, edges: readonly Edge[], screen: ScreenFacts): Edge | null {
  const branch = view.graph.branches.find(
    (one: Branch) => one.condition !== null && edges.some(({ id }) => one.edges.includes(id)),
  );
  if (!branch?.condition) return null;
  const isTrue = new Set(predicatesOf(screen).map(predicateKey)).has(predicateKey(branch.condition));
  const id = isTrue ? branch.whenTrue : branch.whenFalse;
  return edges.find((edge) => edge.id === id) ?? null;
}

import { slotKey } from "../action-sig.js";
import { affordanceOf, MOST_IDLE } from "../build/affordances.js";
import { recency } from "../build/statistics.js";
import type { ActionSig, Edge } from "../graph.js";
import { termsOf } from "../screen/mask-words.js";
import { distancesTo, goalVertices, termsOfGoal } from "./goal.js";
import type { GraphView } from "./graph-view.js";

/** Shares of the score: what is done here, what is done here after the last actions, ways to the goal, failures. */
const WEIGHTS = { here: 0.4, history: 0.4, goal: 0.6, failure: 0.2 } as const;
/** Another record of the same kind of screen counts so much. */
const OTHER_RECORD = 0.5;
/** A rare edge that is kept for a reason counts at least so much. */
const FLOOR = 0.2;

export interface Suggestion {
  readonly action: ActionSig;
  /** How likely it is to come next, 0 to 1; those of all suggestions together are less than 1. */
  readonly probability: number;
  /** What they are ranked by: with the goal and failures. */
  readonly score: number;
  /** Edges that it rests on, the strongest first, and runs that went over them. */
  readonly edges: readonly string[];
  readonly runs: readonly string[];
  /** Rows that were taken in lists, where any row is meant; null if the action has no slot. */
  readonly slot: { readonly kind: "item" | "text"; readonly seen: readonly string[] } | null;
}

export interface SuggestionRequest {
  /** Id of the vertex that the phone is at. */
  readonly at: string;
  /** {@link slotKey} of the actions before, the last one last. */
  readonly history: readonly string[];
  /** What is to be reached, in words; null for none. */
  readonly goal: string | null;
  readonly count: number;
}

const MOST_CITED = 5;

/** suggest_next_actions: what was done at this screen, the most likely first; empty if nothing ever was. */
export function suggestNextActions(
  view: GraphView,
  { at, history, goal, count }: SuggestionRequest,
): readonly Suggestion[] {
  const groups = [...groupsAt(view, at).values()].filter(({ edges }) => !isIdle(view, at, edges));
  const total = groups.reduce((sum, { weight }) => sum + weight, 0);
  const context = view.after(at, history);
  const followed = context ? [...context.next.values()].reduce((sum, n) => sum + n, 0) : 0;
  const app = view.vertex(at)?.print.app ?? "";
  const wanted = goal === null ? [] : termsOfGoal(goal);
  const distances = goal === null ? null : distancesTo(view, goalVertices(view, app, wanted));
  const scored = groups.map((group) => {
    const here = group.weight / (total + 1);
    const after = context ? (context.next.get(group.key) ?? 0) / (followed + 1) : here;
    const probability = context ? (here + 2 * after) / 3 : here;
    const toGoal = distances ? Math.max(progress(distances, at, group.edges), saidShare(wanted, group.edges)) : 0;
    const score =
      WEIGHTS.here * here + WEIGHTS.history * after + WEIGHTS.goal * toGoal - WEIGHTS.failure * failureOf(group.edges);
    return { group, probability, score };
  });
  scored.sort(
    (a, b) => b.score - a.score || b.group.lastSeen - a.group.lastSeen || (a.group.key < b.group.key ? -1 : 1),
  );
  return scored.slice(0, count).map(({ group, probability, score }) => suggestionOf(group, probability, score));
}

/** What lately had no effect again and again is not suggested, until it has one. */
function isIdle(view: GraphView, at: string, [edge]: readonly Edge[]): boolean {
  const affordance = edge && affordanceOf(view.vertex(at)?.affordances ?? [], edge.action);
  return affordance !== undefined && affordance.idle >= MOST_IDLE;
}

/** What the nearest place to a goal that it leads to is worth, of the best; 0 if it is not nearer than here. */
function progress(worth: ReadonlyMap<string, number>, at: string, edges: readonly Edge[]): number {
  const there = Math.max(0, ...edges.map(({ to }) => worth.get(to) ?? 0));
  return there > (worth.get(at) ?? 0) ? there / Math.max(...worth.values()) : 0;
}

/** How much of the goal the action itself says. */
function saidShare(wanted: readonly string[], [edge]: readonly Edge[]): number {
  if (!edge || edge.action.isItem || wanted.length === 0) return 0;
  const said = new Set(termsOf(`${edge.action.label} ${edge.action.idTail.replace(/_/g, " ")}`));
  return wanted.filter((term) => said.has(term)).length / wanted.length;
}

interface Group {
  readonly key: string;
  readonly edges: Edge[];
  weight: number;
  lastSeen: number;
}

/** What was done at a screen, any row of a list as one. */
function groupsAt(view: GraphView, at: string): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  const { builtAt } = view.graph;
  for (const edge of view.outOfFamily(at)) {
    const key = slotKey(edge.action);
    const group = groups.get(key) ?? { key, edges: [], weight: 0, lastSeen: 0 };
    groups.set(key, group);
    group.edges.push(edge);
    const weight = edge.n * recency(edge.lastSeen, builtAt) * (edge.from === at ? 1 : OTHER_RECORD);
    group.weight += edge.rarity === "kept" ? Math.max(FLOOR, weight) : weight;
    group.lastSeen = Math.max(group.lastSeen, edge.lastSeen);
  }
  return groups;
}

/** The share of known outcomes that were failures, pulled towards none. */
function failureOf(edges: readonly Edge[]): number {
  const failed = edges.reduce((sum, edge) => sum + edge.failed, 0);
  const known = edges.reduce((sum, edge) => sum + edge.ok + edge.failed, 0);
  return failed / (known + 1);
}

function suggestionOf({ edges }: Group, probability: number, score: number): Suggestion {
  const strongest = edges.toSorted((a, b) => b.n - a.n || b.lastSeen - a.lastSeen || (a.id < b.id ? -1 : 1));
  const action = strongest[0]?.action as ActionSig;
  return {
    action,
    probability,
    score,
    edges: strongest.slice(0, MOST_CITED).map(({ id }) => id),
    runs: [...new Set(strongest.flatMap(({ sources }) => sources))].slice(0, MOST_CITED),
    slot: slotOf(action, strongest),
  };
}

function slotOf(action: ActionSig, edges: readonly Edge[]): Suggestion["slot"] {
  if (action.slot === "text") return { kind: "text", seen: [] };
  if (!action.isItem) return null;
  const seen = edges.map(({ action: { label, ordinal } }) => label || `#${(ordinal ?? 0) + 1}`);
  return { kind: "item", seen: [...new Set(seen)].slice(0, 2 * MOST_CITED) };
}

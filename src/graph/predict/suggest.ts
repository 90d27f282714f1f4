import { slotKey } from "../action-sig.js";
import { affordanceOf, MOST_IDLE } from "../build/affordances.js";
import { recency } from "../build/statistics.js";
import type { ActionSig, Edge } from "../graph.js";
import { termsOf } from "../screen/mask-words.js";
import { distancesTo, goalVertices, termsOfGoal } from "./goal.js";
import type { GraphView } from "./graph-view.js";

/** The weights of the score: frequency here, frequency here after the last actions, progress to the goal, failures. */
const WEIGHTS = { here: 0.4, history: 0.4, goal: 0.6, failure: 0.2 } as const;
/** The weight of an action at another record of the same family. */
const OTHER_RECORD = 0.5;
/** The least weight of a rare edge that is kept for a reason. */
const FLOOR = 0.2;

export interface Suggestion {
  readonly action: ActionSig;
  /** The probability that it comes next, 0 to 1; the sum over all suggestions is less than 1. */
  readonly probability: number;
  /** The value by which suggestions are sorted; it includes the goal and failures. */
  readonly score: number;
  /** The edges that support it, the strongest first. */
  readonly edges: readonly string[];
  /** Runs that took these edges. */
  readonly runs: readonly string[];
  /** The rows that were used, if any row of a list can be; null if the action has no slot. */
  readonly slot: { readonly kind: "item" | "text"; readonly seen: readonly string[] } | null;
}

export interface SuggestionRequest {
  /** The id of the present vertex. */
  readonly at: string;
  /** The {@link slotKey} of the previous actions, the last one last. */
  readonly history: readonly string[];
  /** The goal in words; null for none. */
  readonly goal: string | null;
  readonly count: number;
}

const MOST_CITED = 5;

/** suggest_next_actions: the actions that runs did at this screen, the most probable first; empty if there are none. */
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

/**
 * Whether an action recently had no effect several times in a row: it is not suggested until it has an effect again.
 */
function isIdle(view: GraphView, at: string, [edge]: readonly Edge[]): boolean {
  const affordance = edge && affordanceOf(view.vertex(at)?.affordances ?? [], edge.action);
  return affordance !== undefined && affordance.idle >= MOST_IDLE;
}

/**
 * The value of the best vertex to which the edges lead, relative to the best of all; 0 if it is not nearer to the goal.
 */
function progress(worth: ReadonlyMap<string, number>, at: string, edges: readonly Edge[]): number {
  const there = Math.max(0, ...edges.map(({ to }) => worth.get(to) ?? 0));
  return there > (worth.get(at) ?? 0) ? there / Math.max(...worth.values()) : 0;
}

/** The share of the goal's terms in the words of the action itself. */
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

/** The actions that were done at a screen; the rows of a list count as one. */
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

/** The share of failures among known outcomes, with one more outcome that did not fail. */
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

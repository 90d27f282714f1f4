import { slotKey } from "../action-sig.js";
import type { Edge, Pattern } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import type { GraphView } from "./graph-view.js";
import { type Relation, relationsOf } from "./relations.js";

/** A pattern that begins with the last actions. */
export interface MatchedPattern {
  readonly id: string;
  readonly matchedSteps: number;
  /** The id of the next edge. */
  readonly nextStep: string;
  readonly runs: readonly string[];
}

/** U = Φ(S, H): the elements on the screen, their relations, and the known patterns that the last actions begin. */
export interface Understanding {
  /** The id of the screen; null if it is unknown. */
  readonly at: string | null;
  readonly elements: readonly { readonly name: string; readonly role: string; readonly words: string }[];
  readonly relations: readonly Relation[];
  readonly patterns: readonly MatchedPattern[];
}

const MOST_PATTERNS = 5;

/** U = Φ(S, H) = f_context(f_spatial(S), f_temporal(H)). `history`: the edges that led here, the last one last. */
export function synthesise(view: GraphView, screen: ScreenFacts, history: readonly string[]): Understanding {
  const { id, recordOf } = view.recognise(screen);
  const at = id ?? recordOf;
  const elements = screen.parts.map(({ name, role, words, isField }) => ({ name, role, words: isField ? "" : words }));
  return { at, elements, relations: relationsOf(screen.parts), patterns: patternsAfter(view, history, at) };
}

/**
 * f_temporal: the patterns whose first edges are the last edges of the history, and whose next edge begins at this
 * vertex; the longest match first.
 */
export function patternsAfter(
  view: GraphView,
  history: readonly string[],
  at: string | null,
): readonly MatchedPattern[] {
  const taken = history.flatMap((id) => view.edge(id) ?? []);
  const found = view.graph.patterns.flatMap((pattern) => {
    const match = matchOf(view, pattern, taken);
    if (!match || (at !== null && view.familyOf(match.next.from) !== view.familyOf(at))) return [];
    return [{ id: pattern.id, matchedSteps: match.steps, nextStep: match.next.id, runs: pattern.runs, n: pattern.n }];
  });
  found.sort((a, b) => b.matchedSteps - a.matchedSteps || b.n - a.n || (a.id < b.id ? -1 : 1));
  return found.slice(0, MOST_PATTERNS).map(({ n: _, ...pattern }) => pattern);
}

function matchOf(view: GraphView, pattern: Pattern, taken: readonly Edge[]): { steps: number; next: Edge } | null {
  const edges = pattern.edges.flatMap((id) => view.edge(id) ?? []);
  for (let steps = Math.min(edges.length - 1, taken.length); steps > 0; steps -= 1) {
    const last = taken.slice(-steps);
    const next = edges[steps];
    if (next && last.every((edge, place) => isSameStep(view, edge, edges[place]))) return { steps, next };
  }
  return null;
}

function isSameStep(view: GraphView, one: Edge, other: Edge | undefined): boolean {
  if (!other || slotKey(one.action) !== slotKey(other.action)) return false;
  return view.familyOf(one.from) === view.familyOf(other.from) && view.familyOf(one.to) === view.familyOf(other.to);
}

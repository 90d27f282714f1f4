import { predicateKey, predicatesOf } from "../build/predicates.js";
import type { ActionSig, Predicate } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import { outcomesOf } from "./forecast.js";
import type { GraphView } from "./graph-view.js";

export const INVALID_REASONS = ["unknownAction", "unreachable", "preconditionFalse"] as const;

export interface SequenceCheck {
  readonly valid: boolean;
  /** The index of the first action that is not possible, from 0; null if all are. */
  readonly failedAt: number | null;
  /**
   * `unknownAction`: no run ever did it; `unreachable`: no run did it at the screens to which the actions before lead;
   * `preconditionFalse`: a predicate that was true before it each time is not true now.
   */
  readonly reason: (typeof INVALID_REASONS)[number] | null;
  /** For `preconditionFalse`, the predicates that are not true. */
  readonly missing: readonly Predicate[];
  /** The probability of the whole sequence, or of the part before the action that is not possible. */
  readonly probability: number;
  /** The edges that were followed, for each action. */
  readonly edges: readonly (readonly string[])[];
}

/**
 * validate_sequence: whether these actions are possible in sequence, according to the graph. All screens to which they
 * may lead are followed. Preconditions are checked only on the first screen, if it is given.
 */
export function validateSequence(
  view: GraphView,
  start: { readonly at: string; readonly screen: ScreenFacts | null },
  actions: readonly ActionSig[],
): SequenceCheck {
  let places: ReadonlyMap<string, number> = new Map([[start.at, 1]]);
  const edges: (readonly string[])[] = [];
  let probability = 1;
  for (const [step, action] of actions.entries()) {
    const screen = step === 0 ? start.screen : null;
    const next = new Map<string, number>();
    const followed: string[] = [];
    for (const [vertex, likely] of places) {
      for (const { edge, to, share } of outcomesOf(view, vertex, { action, screen })) {
        next.set(to, (next.get(to) ?? 0) + likely * share);
        followed.push(edge.id);
      }
    }
    const missing = screen ? missingOn(view, followed, screen) : [];
    const reason = next.size === 0 ? reasonOf(view, action) : missing.length > 0 ? "preconditionFalse" : null;
    if (reason !== null) return { valid: false, failedAt: step, reason, missing, probability, edges };
    places = next;
    edges.push(followed);
    probability = [...next.values()].reduce((sum, value) => sum + value, 0);
  }
  return { valid: true, failedAt: null, reason: null, missing: [], probability, edges };
}

function reasonOf(view: GraphView, action: ActionSig): SequenceCheck["reason"] {
  const isKnown = view.graph.edges.some((edge) => isSame(edge.action, action));
  return isKnown ? "unreachable" : "unknownAction";
}

function isSame(one: ActionSig, other: ActionSig): boolean {
  const isRow = one.isItem && other.isItem;
  const sameTarget = one.role === other.role && one.idTail === other.idTail && (isRow || one.label === other.label);
  return one.type === other.type && one.detail === other.detail && sameTarget;
}

/**
 * The predicates that were true before each of these edges every time, but are not true on this screen; only states of
 * elements.
 */
function missingOn(view: GraphView, followed: readonly string[], screen: ScreenFacts): readonly Predicate[] {
  const now = new Set(predicatesOf(screen).map(predicateKey));
  const edges = followed.flatMap((id) => view.edge(id) ?? []);
  const always = edges[0]?.pre.filter((predicate) => {
    return (
      predicate.kind === "elemState" &&
      edges.every(({ pre }) => pre.some((one) => predicateKey(one) === predicateKey(predicate)))
    );
  });
  return (always ?? []).filter((predicate) => !now.has(predicateKey(predicate)));
}

import { predicateKey, predicatesOf } from "../build/predicates.js";
import type { ActionSig, Predicate } from "../graph.js";
import type { ScreenFacts } from "../screen/screen-facts.js";
import { outcomesOf } from "./forecast.js";
import type { GraphView } from "./graph-view.js";

export const INVALID_REASONS = ["unknownAction", "unreachable", "preconditionFalse"] as const;

export interface SequenceCheck {
  readonly valid: boolean;
  /** Place of the first action that cannot be done, from 0; null if all can. */
  readonly failedAt: number | null;
  /**
   * `unknownAction`: no run ever did it anywhere; `unreachable`: none did it where the actions before lead;
   * `preconditionFalse`: what was true each time before it is not true now.
   */
  readonly reason: (typeof INVALID_REASONS)[number] | null;
  /** Predicates that are not true, of `preconditionFalse`. */
  readonly missing: readonly Predicate[];
  /** The probability of the whole sequence, up to the point where it fails. */
  readonly probability: number;
  /** Edges that were followed, action by action. */
  readonly edges: readonly (readonly string[])[];
}

/**
 * validate_sequence: whether these actions can be done one after another, as far as the graph knows, walked with all
 * screens at which they may arrive. Preconditions are checked on the first screen, where it is given.
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

/** What was true before each of these edges every time and is not true on this screen; states and texts alone. */
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

import type { ActionSig, Edge, Predicate, SeenPredicate } from "../graph.js";
import type { TakenAction } from "./graph-run.js";
import { predicateKey } from "./predicates.js";
import { NO_VALUES, type Spread, withValue } from "./statistics.js";

/** One occurrence of an action that led from one screen to another. */
export interface Transition {
  readonly taken: TakenAction;
  readonly at: number;
  readonly before: readonly Predicate[];
  readonly after: readonly Predicate[];
  readonly run: string;
  /** Whether the action before it had failed. */
  readonly isRecovery: boolean;
}

const MOST_SOURCES = 8;
/** The most predicates that are counted for one edge, and the most that become conditions. */
const [MOST_COUNTED, MOST_CONDITIONS] = [80, 8];
const MOST_SEEN = 40;

/** UpdateTransitionStatistics: collects the statistics of an edge, transition by transition. */
export class EdgeDraft {
  readonly #head: Pick<Edge, "id" | "from" | "to" | "action">;
  readonly #before = new Map<string, SeenPredicate>();
  readonly #new = new Map<string, SeenPredicate>();
  readonly #sources: string[] = [];
  #n = 0;
  #ok = 0;
  #failed = 0;
  #recoveries = 0;
  #duration: Spread = NO_VALUES;
  #lastSeen = 0;
  #sensitive: string | null = null;
  /** The last result of `edge`; null after something was added. */
  #made: Edge | null = null;

  constructor(head: { id: string; from: string; to: string; action: ActionSig }) {
    this.#head = head;
  }

  add({ taken, at, before, after, run, isRecovery }: Transition): void {
    this.#made = null;
    this.#n += 1;
    if (taken.outcome === "ok") this.#ok += 1;
    if (taken.outcome === "failed") this.#failed += 1;
    if (isRecovery) this.#recoveries += 1;
    if (taken.durationMs !== null) this.#duration = withValue(this.#duration, taken.durationMs);
    this.#lastSeen = Math.max(this.#lastSeen, at);
    this.#sensitive ??= taken.sensitive;
    if (this.#sources.length < MOST_SOURCES && !this.#sources.includes(run)) this.#sources.push(run);
    const keys = new Set(before.map(predicateKey));
    count(this.#before, before);
    count(
      this.#new,
      after.filter((predicate) => !keys.has(predicateKey(predicate))),
    );
  }

  edge(): Edge {
    this.#made ??= this.#make();
    return this.#made;
  }

  #make(): Edge {
    return {
      ...this.#head,
      n: this.#n,
      ok: this.#ok,
      failed: this.#failed,
      duration: this.#duration,
      lastSeen: this.#lastSeen,
      pre: alwaysTrue(this.#before, this.#n),
      post: alwaysTrue(this.#new, this.#n),
      verify: alwaysTrue(this.#new, this.#n).slice(0, 3),
      seenBefore: [...this.#before.values()].toSorted(byCount).slice(0, MOST_SEEN),
      sources: [...this.#sources],
      recoveries: this.#recoveries,
      sensitive: this.#sensitive,
      rarity: "usual",
      important: [],
    };
  }
}

function count(counts: Map<string, SeenPredicate>, predicates: readonly Predicate[]): void {
  for (const predicate of predicates) {
    const key = predicateKey(predicate);
    const known = counts.get(key);
    if (known || counts.size < MOST_COUNTED) counts.set(key, { predicate, count: (known?.count ?? 0) + 1 });
  }
}

function alwaysTrue(counts: ReadonlyMap<string, SeenPredicate>, n: number): readonly Predicate[] {
  const always = [...counts.values()].filter(({ count: times }) => times === n);
  return always.slice(0, MOST_CONDITIONS).map(({ predicate }) => predicate);
}

function byCount(one: SeenPredicate, other: SeenPredicate): number {
  return other.count - one.count || (predicateKey(one.predicate) < predicateKey(other.predicate) ? -1 : 1);
}

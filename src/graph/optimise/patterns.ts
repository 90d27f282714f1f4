import { slotKey } from "../action-sig.js";
import type { Edge, Pattern, ProcessGraph } from "../graph.js";
import { hashOf } from "../identity/screen-print.js";

/** The least and the most edges of a pattern. */
const [SHORTEST, LONGEST] = [2, 6];
const [LEAST_TIMES, MOST_PATTERNS, MOST_RUNS] = [2, 200, 8];

interface Draft {
  readonly edges: readonly string[];
  readonly key: readonly string[];
  n: number;
  readonly runs: Set<string>;
}

/**
 * Sequences of two to six edges that were taken at least twice; edges that differ only in the row or in the record
 * count as the same. Sequences inside a longer one of the same frequency are left out. Sorted by frequency times
 * length, the highest first.
 */
export function patternsOf(graph: ProcessGraph): readonly Pattern[] {
  const families = new Map(graph.vertices.map(({ id, family }) => [id, family]));
  const keys = new Map(graph.edges.map((edge) => [edge.id, stepKey(edge, families)]));
  const drafts = new Map<string, Draft>();
  for (const { id, path } of graph.runs) {
    for (const at of path.keys()) {
      for (let length = SHORTEST; length <= LONGEST && at + length <= path.length; length += 1) {
        note(drafts, { way: path.slice(at, at + length), keys, run: id });
      }
    }
  }
  const often = [...drafts].filter(([, { n }]) => n >= LEAST_TIMES);
  const inside = containedIn(often.map(([, draft]) => draft));
  return often
    .filter(([key, { n }]) => inside.get(key) !== n)
    .sort(([a, one], [b, other]) => other.n * other.edges.length - one.n * one.edges.length || (a < b ? -1 : 1))
    .slice(0, MOST_PATTERNS)
    .map(([key, { edges, n, runs }]) => ({ id: `p${hashOf(key)}`, edges, n, runs: [...runs].slice(0, MOST_RUNS) }));
}

/** A key that is equal for steps which differ only in the row and the record. */
function stepKey({ from, to, action }: Edge, families: ReadonlyMap<string, string>): string {
  return `${families.get(from) ?? from} ${slotKey(action)} ${families.get(to) ?? to}`;
}

interface Way {
  readonly way: readonly (string | null)[];
  readonly keys: ReadonlyMap<string, string>;
  readonly run: string;
}

function note(drafts: Map<string, Draft>, { way, keys, run }: Way): void {
  const edges = way.flatMap((id) => id ?? []);
  if (edges.length < way.length) return;
  const key = edges.map((id) => keys.get(id) ?? id);
  const text = key.join("\n");
  const known = drafts.get(text) ?? { edges, key, n: 0, runs: new Set<string>() };
  known.n += 1;
  known.runs.add(run);
  drafts.set(text, known);
}

/** For each sequence inside a longer one, the highest frequency of such a longer one. */
function containedIn(drafts: readonly Draft[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { key, n } of drafts) {
    for (const part of [key.slice(0, -1), key.slice(1)]) {
      const text = part.join("\n");
      found.set(text, Math.max(found.get(text) ?? 0, n));
    }
  }
  return found;
}

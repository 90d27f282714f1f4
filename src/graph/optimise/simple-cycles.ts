import { DirectedGraph } from "graphology";
import { stronglyConnectedComponents } from "graphology-components";

export interface CycleBounds {
  /** The most vertices of a cycle. */
  readonly longest: number;
  /** The most cycles. */
  readonly most: number;
}

/**
 * The simple cycles of a directed graph, each as its vertices, beginning with the smallest. Uses Johnson's algorithm
 * (1975) inside each strongly connected component (Tarjan): each vertex is the start of the cycles in which it is the
 * smallest. Bounded, since a graph may have exponentially many cycles. A cycle of a single vertex counts.
 */
export function simpleCycles(
  successors: ReadonlyMap<string, readonly string[]>,
  { longest, most }: CycleBounds,
): readonly (readonly string[])[] {
  const found: (readonly string[])[] = [];
  for (const component of componentsOf(successors)) {
    const inside = new Set(component);
    for (const root of component.toSorted()) {
      const search = new CyclesFrom(root, { inside, successors, longest, most: most - found.length });
      found.push(...search.run());
      if (found.length >= most) return found;
      inside.delete(root);
    }
  }
  return found;
}

function componentsOf(successors: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const graph = new DirectedGraph();
  for (const [from, targets] of successors) {
    graph.mergeNode(from);
    for (const to of targets) graph.mergeEdge(from, to);
  }
  return stronglyConnectedComponents(graph).filter(
    ([only = "", second]) => second !== undefined || graph.hasEdge(only, only),
  );
}

interface Search extends CycleBounds {
  readonly inside: ReadonlySet<string>;
  readonly successors: ReadonlyMap<string, readonly string[]>;
}

class CyclesFrom {
  readonly #root: string;
  readonly #search: Search;
  readonly #path: string[] = [];
  readonly #blocked = new Set<string>();
  readonly #waiting = new Map<string, Set<string>>();
  readonly #found: (readonly string[])[] = [];

  constructor(root: string, search: Search) {
    this.#root = root;
    this.#search = search;
  }

  run(): readonly (readonly string[])[] {
    this.#visit(this.#root);
    return this.#found;
  }

  /**
   * Whether a cycle was closed through the vertex. Paths are never longer than the longest allowed cycle, so the
   * recursion is not deep.
   */
  #visit(vertex: string): boolean {
    const { inside, successors, longest, most } = this.#search;
    let isClosed = false;
    this.#path.push(vertex);
    this.#blocked.add(vertex);
    const next = (successors.get(vertex) ?? []).filter((one) => inside.has(one));
    for (const one of next) {
      if (this.#found.length >= most) break;
      if (one === this.#root) {
        this.#found.push([...this.#path]);
        isClosed = true;
      } else if (this.#path.length >= longest)
        isClosed = true; // cut off here: it is unknown whether the rest closes a cycle
      else if (!this.#blocked.has(one) && this.#visit(one)) isClosed = true;
    }
    if (isClosed) this.#unblock(vertex);
    else for (const one of next) this.#waiting.set(one, (this.#waiting.get(one) ?? new Set()).add(vertex));
    this.#path.pop();
    return isClosed;
  }

  #unblock(vertex: string): void {
    const pending = [vertex];
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      if (!this.#blocked.delete(one)) continue;
      pending.push(...(this.#waiting.get(one) ?? []));
      this.#waiting.delete(one);
    }
  }
}

import type { ReportedView } from "../ui/accessibility.js";
import type { Tree } from "./tree.js";

/** The result of one walk of a window. */
export interface Walked {
  readonly tree: Tree;
  /** The requested fields as one text. */
  readonly fields: string;
  /** Whether the tree has everything: no limit of time, nodes or levels cut it. */
  readonly isComplete: boolean;
  readonly seq: number;
  readonly endedAt: number;
  readonly walkMs: number;
  readonly roundTrips: number;
}

const KEPT = 2;

/** The last two trees of each window. Actions name a node by its position in one of these trees. */
export class TreeStore {
  readonly #kept = new Map<number, Walked[]>();

  get windows(): number {
    return this.#kept.size;
  }

  add(window: number, walked: Walked): void {
    const others = (this.#kept.get(window) ?? []).filter((one) => one.tree.name !== walked.tree.name);
    this.#kept.set(window, [walked, ...others].slice(0, KEPT));
  }

  last(window: number): Walked | undefined {
    return this.#kept.get(window)?.[0];
  }

  /** The kept tree with this name. */
  find(window: number, name: string): Tree | undefined {
    return this.#kept.get(window)?.find(({ tree }) => tree.name === name)?.tree;
  }

  /** The node of a kept tree; undefined if the tree or the position does not exist. */
  node(window: number, tree: string, place: number): ReportedView | undefined {
    return this.find(window, tree)?.views[place];
  }

  /** Removes the trees of windows that no longer exist. */
  keepOnly(windows: ReadonlySet<number>): void {
    for (const window of this.#kept.keys()) if (!windows.has(window)) this.#kept.delete(window);
  }
}

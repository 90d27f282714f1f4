import type { ReportedView } from "../ui/accessibility.js";
import type { Tree } from "./tree.js";

/** What one window showed when it was walked. */
export interface Walked {
  readonly tree: Tree;
  /** The fields that were asked for, as one text. */
  readonly fields: string;
  /** Nothing was left out for want of time, nodes or levels. */
  readonly isComplete: boolean;
  readonly seq: number;
  readonly endedAt: number;
  readonly walkMs: number;
  readonly roundTrips: number;
}

const KEPT = 2;

/** The last two trees of each window: nodes are acted on by their places in these. */
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

  /** A kept tree by its name. */
  find(window: number, name: string): Tree | undefined {
    return this.#kept.get(window)?.find(({ tree }) => tree.name === name)?.tree;
  }

  /** The node of a kept tree; undefined if the tree or the place is not there. */
  node(window: number, tree: string, place: number): ReportedView | undefined {
    return this.find(window, tree)?.views[place];
  }

  /** Forgets the windows that are gone. */
  keepOnly(windows: ReadonlySet<number>): void {
    for (const window of this.#kept.keys()) if (!windows.has(window)) this.#kept.delete(window);
  }
}

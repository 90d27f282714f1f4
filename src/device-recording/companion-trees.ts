import type { NodeAddress } from "./companion-request.js";
import { isRecord, malformedTree, type NodeName, nodeName, type WireTree, wholeTree } from "./companion-tree.js";

/** More nodes than a companion keeps for all windows, so that every base of a patch is kept. */
const MOST_NODES = 60_000;

/** The trees of one connection, by name: the bases of patches, and the names of nodes. The oldest are removed first. */
export class CompanionTrees {
  readonly #trees = new Map<string, WireTree>();
  #nodes = 0;

  find(name: string): WireTree | undefined {
    return this.#trees.get(name);
  }

  nameOf({ tree, node }: NodeAddress): NodeName | null {
    const found = this.#trees.get(tree);
    return found === undefined ? null : nodeName(found, node);
  }

  keep(name: string, tree: WireTree): void {
    const before = this.#trees.get(name);
    this.#trees.delete(name);
    this.#trees.set(name, tree);
    this.#nodes += tree.nodes.length - (before?.nodes.length ?? 0);
    for (const [oldest, { nodes }] of this.#trees) {
      if (this.#nodes <= MOST_NODES || oldest === name) return;
      this.#trees.delete(oldest);
      this.#nodes -= nodes.length;
    }
  }

  /** The windows of a snapshot with whole trees, which are kept. Errors: ON_DEVICE_PROTOCOL if a base is missing. */
  whole(windows: unknown): readonly WholeWindow[] {
    if (!Array.isArray(windows)) throw malformedTree("a snapshot without windows");
    return windows.map((window: unknown) => this.#wholeWindow(window));
  }

  #wholeWindow(window: unknown): WholeWindow {
    if (!isRecord(window)) throw malformedTree("an invalid window");
    const { tree: name, content } = window;
    if (typeof name !== "string") return { ...window, content: null };
    const tree = content === null ? this.#trees.get(name) : wholeTree(content, (base) => this.#trees.get(base));
    if (tree === undefined) throw malformedTree("a tree that was not kept");
    this.keep(name, tree);
    return { ...window, content: tree };
  }
}

/** A window of a snapshot as it was received, but with its whole tree. */
export interface WholeWindow extends Readonly<Record<string, unknown>> {
  readonly content: WireTree | null;
}

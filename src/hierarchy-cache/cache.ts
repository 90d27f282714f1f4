import type { Rect, Size } from "../base/geometry.js";
import type { ElementDraft } from "../screen/element.js";
import type { SystemInsets } from "../screen/facts.js";
import type { ViewHierarchy } from "../screen/hierarchy.js";
import type { TileGrid } from "../screen/tiles.js";
import { type Bar, betweenBars, masksFor, ownBars } from "./bars.js";
import { type Comparison, comparePixels, nothingButMasks } from "./compare.js";
import { type DHash, dHash, hashDistance } from "./hash.js";
import type { ScreenKey } from "./key.js";
import type { CacheOptions } from "./limits.js";
import { aligned, type Pixels } from "./pixels.js";
import { ruleOf } from "./policy.js";
import { whyNotWorthKeeping } from "./worth-keeping.js";

/** A screen as a screenshot and the window manager describe it. */
export interface SeenScreen {
  readonly key: ScreenKey;
  readonly frame: Pixels;
  readonly insets: SystemInsets | null;
  readonly imeVisible: boolean;
}

/** A tree and when it was read. */
export interface KeptTree {
  readonly hierarchy: ViewHierarchy;
  /** Its elements, as they were found on a screen of this size. */
  readonly drafts: { readonly screenSize: Size | null; readonly elements: readonly ElementDraft[] };
  /** The tiles of the picture that the tree belongs to. */
  readonly grid: TileGrid;
  /** performance.now() */
  readonly takenAt: number;
}

/** How often a device's trees were found, and not. */
export interface Tally {
  readonly hits: number;
  readonly misses: number;
}

export type CacheAnswer =
  | { readonly isHit: true; readonly tree: KeptTree }
  | { readonly isHit: false; readonly why: string };

interface Entry {
  readonly key: ScreenKey;
  readonly frame: Pixels;
  readonly hash: DHash;
  readonly bars: readonly Bar[];
  /** The focused field: a letter is a few pixels, and what was typed is what counts. */
  readonly exact: readonly Rect[];
  readonly tree: KeptTree;
  readonly bytes: number;
}

/** How many similar screens are compared pixel by pixel. */
const MOST_COMPARED = 8;
/** A node with its texts and the element made from it, roughly. */
const BYTES_PER_NODE = 2_000;

/** Why a tree is not kept where the picture taken after it shows something else than the one before. */
export const CHANGED_MEANWHILE = "the screen changed meanwhile";

/**
 * Hierarchies by the screenshots that they were read with. It decides and never reads: its callers take the screenshot,
 * and to store a hierarchy they take one right before it was read and one right after. The least recently used are
 * removed first.
 */
export class HierarchyCache {
  readonly options: CacheOptions;
  /** In the order of their last use. */
  readonly #entries = new Set<Entry>();
  readonly #tallies = new Map<string, Tally>();
  #bytes = 0;

  constructor(options: CacheOptions) {
    this.options = options;
  }

  /** Memory and screens that it holds. */
  get size(): { readonly bytes: number; readonly screens: number } {
    return { bytes: this.#bytes, screens: this.#entries.size };
  }

  tallyOf(serial: string): Tally {
    return this.#tallies.get(serial) ?? { hits: 0, misses: 0 };
  }

  /**
   * The tree of the screen that is seen, where the policy admits one and nothing else speaks against it; else why not.
   * Counted.
   */
  find(seen: SeenScreen, doubt: (tree: KeptTree) => string | null = () => null): CacheAnswer {
    const answer = this.#answer({ ...seen, frame: aligned(seen.frame) }, doubt);
    this.count(seen.key.serial, answer.isHit);
    return answer;
  }

  /** Counts a question, also one that could not be asked. */
  count(serial: string, isHit: boolean): void {
    const { hits, misses } = this.tallyOf(serial);
    this.#tallies.set(serial, isHit ? { hits: hits + 1, misses } : { hits, misses: misses + 1 });
  }

  #answer(seen: SeenScreen, doubt: (tree: KeptTree) => string | null): CacheAnswer {
    const ofWindow = this.#ofKey(seen.key);
    if (ofWindow.length === 0) return { isHit: false, why: "no hierarchy of this window is cached" };
    let why = "no cached screen is similar";
    for (const entry of this.#alike(ofWindow, seen)) {
      const { isAllowed, tile } = comparePixels(entry.frame, seen.frame, this.#comparison(entry, seen));
      if (isAllowed) {
        const doubts = doubt(entry.tree);
        if (doubts !== null) return { isHit: false, why: doubts };
        this.#touch(entry);
        return { isHit: true, tree: entry.tree };
      }
      why = `pixels differ from the cached screen, first around ${tile?.left}, ${tile?.top}`;
    }
    return { isHit: false, why };
  }

  /**
   * Keeps a tree for a screen. `after` is the picture that was taken right after the tree was read: outside the bars it
   * has to be the one of `seen`, pixel by pixel, or the tree may be of what was shown in between. Gives why the tree
   * was not kept, null if it was.
   */
  keep(seen: SeenScreen, after: Pixels, tree: KeptTree): string | null {
    const reason = whyNotWorthKeeping(tree.hierarchy, seen.frame, seen);
    if (reason !== null) return reason;
    const bars = ownBars(tree.hierarchy, seen, seen.frame);
    const masks = masksFor(bars, seen, after);
    if (!comparePixels(seen.frame, after, nothingButMasks(masks)).isAllowed) return CHANGED_MEANWHILE;
    const frame = aligned(seen.frame);
    const bytes = frame.rgba.byteLength + tree.hierarchy.nodes.length * BYTES_PER_NODE;
    if (bytes > this.#mostBytes) return "it is larger than the cache";
    this.forget(seen);
    const entry = { key: seen.key, frame, hash: hashOf(seen), bars, exact: focusedFields(tree), tree, bytes };
    this.#entries.add(entry);
    this.#bytes += bytes;
    this.#shrink();
    return null;
  }

  /** Removes the entry of this screen: its hierarchy was read again, or is doubted. */
  forget(seen: SeenScreen): void {
    for (const entry of this.#ofKey(seen.key)) {
      if (comparePixels(entry.frame, seen.frame, this.#comparison(entry, seen)).isAllowed) this.#remove(entry);
    }
  }

  /** Forgets all of a device: its screens and how often they were found. */
  forgetDevice(serial: string): void {
    for (const entry of this.#entries) if (entry.key.serial === serial) this.#remove(entry);
    this.#tallies.delete(serial);
  }

  get #mostBytes(): number {
    return this.options.limits.mb * 1024 * 1024;
  }

  #ofKey(key: ScreenKey): readonly Entry[] {
    return [...this.#entries].filter((entry) => entry.key.serial === key.serial && entry.key.name === key.name);
  }

  /** Those whose hash is near: the nearest first, and of those that are as near the last used. */
  #alike(entries: readonly Entry[], seen: SeenScreen): readonly Entry[] {
    const hash = hashOf(seen);
    return entries
      .toReversed()
      .map((entry) => ({ entry, distance: hashDistance(entry.hash, hash) }))
      .filter(({ distance }) => distance <= this.options.limits.hashBits)
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MOST_COMPARED)
      .map(({ entry }) => entry);
  }

  #comparison(entry: Entry, seen: SeenScreen): Comparison {
    const { policy, limits } = this.options;
    const rule = ruleOf(policy, limits, seen.frame.width * seen.frame.height);
    const masks = rule.masksBars ? masksFor(entry.bars, seen, seen.frame) : [];
    return { ...rule, masks, exact: entry.exact };
  }

  #touch(entry: Entry): void {
    this.#entries.delete(entry);
    this.#entries.add(entry);
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry)) this.#bytes -= entry.bytes;
  }

  #shrink(): void {
    for (const entry of this.#entries) {
      if (this.#bytes <= this.#mostBytes && this.#entries.size <= this.options.limits.screens) return;
      this.#remove(entry);
    }
  }
}

/** The hash of the pixels between the system bars, so that a clock does not change the index. */
function hashOf(seen: SeenScreen): DHash {
  return dHash(seen.frame, betweenBars(seen, seen.frame));
}

function focusedFields({ drafts }: KeptTree): readonly Rect[] {
  const isField = ({ focused, actions }: ElementDraft) => focused === true && actions.includes("edit");
  return drafts.elements.filter(isField).map(({ bounds }) => bounds);
}

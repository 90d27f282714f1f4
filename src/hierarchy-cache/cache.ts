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

/** A screen, described by its screenshot and the window manager. */
export interface SeenScreen {
  readonly key: ScreenKey;
  readonly frame: Pixels;
  readonly insets: SystemInsets | null;
  readonly imeVisible: boolean;
}

/** A hierarchy and when it was read. */
export interface KeptTree {
  readonly hierarchy: ViewHierarchy;
  /** Its elements, for a screen of this size. */
  readonly drafts: { readonly screenSize: Size | null; readonly elements: readonly ElementDraft[] };
  /** The tiles of the screenshot that belongs to it. */
  readonly grid: TileGrid;
  /** performance.now() when it was read. */
  readonly takenAt: number;
}

/** How often the hierarchy of a device was found in the cache, and how often not. */
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
  /** The focused field, whose pixels must be equal: a letter has only a few pixels, but typed text matters most. */
  readonly exact: readonly Rect[];
  readonly tree: KeptTree;
  readonly bytes: number;
}

/** How many similar screens are compared pixel by pixel. */
const MOST_COMPARED = 8;
/** An estimate for a node with its texts and its element. */
const BYTES_PER_NODE = 2_000;

/** Why a hierarchy is not kept if the screenshots before and after it differ. */
export const CHANGED_MEANWHILE = "the screen changed meanwhile";

/**
 * Hierarchies by the screenshots with which they were read. The cache itself reads nothing: its callers take the
 * screenshot, and to store a hierarchy they take one right before it was read and one right after. The least recently
 * used entries are removed first.
 */
export class HierarchyCache {
  readonly options: CacheOptions;
  /** The entries in the order of their last use. */
  readonly #entries = new Set<Entry>();
  readonly #tallies = new Map<string, Tally>();
  #bytes = 0;

  constructor(options: CacheOptions) {
    this.options = options;
  }

  /** How much memory the cache uses, and for how many screens. */
  get size(): { readonly bytes: number; readonly screens: number } {
    return { bytes: this.#bytes, screens: this.#entries.size };
  }

  tallyOf(serial: string): Tally {
    return this.#tallies.get(serial) ?? { hits: 0, misses: 0 };
  }

  /**
   * The hierarchy of this screen, if the policy allows an entry and `doubt` gives no reason against it; else the reason
   * why there is none. The result is counted.
   */
  find(seen: SeenScreen, doubt: (tree: KeptTree) => string | null = () => null): CacheAnswer {
    const answer = this.#answer({ ...seen, frame: aligned(seen.frame) }, doubt);
    this.count(seen.key.serial, answer.isHit);
    return answer;
  }

  /** Counts a hit or a miss, also a miss without a call of `find`. */
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
   * Keeps a hierarchy for a screen. `after` is the screenshot right after the hierarchy was read. Outside the bars
   * it has to equal the one of `seen`, pixel by pixel: otherwise the hierarchy may be of a screen in between. Gives the
   * reason if the hierarchy is not kept; null if it is.
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

  /** Removes the entries of this screen: its hierarchy was read again, or is in doubt. */
  forget(seen: SeenScreen): void {
    for (const entry of this.#ofKey(seen.key)) {
      if (comparePixels(entry.frame, seen.frame, this.#comparison(entry, seen)).isAllowed) this.#remove(entry);
    }
  }

  /** Removes all entries of a device, and its counts. */
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

  /** The entries with a similar hash: the nearest first, and among equally near ones the last used first. */
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

/** The hash of the pixels between the system bars: so a clock does not change it. */
function hashOf(seen: SeenScreen): DHash {
  return dHash(seen.frame, betweenBars(seen, seen.frame));
}

function focusedFields({ drafts }: KeptTree): readonly Rect[] {
  const isField = ({ focused, actions }: ElementDraft) => focused === true && actions.includes("edit");
  return drafts.elements.filter(isField).map(({ bounds }) => bounds);
}

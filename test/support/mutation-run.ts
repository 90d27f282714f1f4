import assert from "node:assert/strict";
import { HierarchyCache, type KeptTree, type SeenScreen } from "../../src/hierarchy-cache/cache.js";
import { type CacheOptions, readLimits } from "../../src/hierarchy-cache/limits.js";
import { drawn, PLAIN } from "./drawn-screen.js";
import type { Pens } from "./drawn-sheet.js";
import { MUTATIONS, randomFrom, Sheet, somewhere } from "./mutations.js";

/** A screen to mutate. */
export interface Subject {
  readonly name: string;
  readonly seen: SeenScreen;
  readonly tree: KeptTree;
  /** Pixels per dp. */
  readonly scale: number;
  /** Whether the app draws behind the bars: then all pixels have to be compared. */
  readonly isEdgeToEdge: boolean;
}

/** The results of mutations, each by its kind and screen. */
export interface MutationTally {
  readonly stale: readonly string[];
  /** Mutations that missed the cache although only the bars' own pixels changed. */
  readonly needless: readonly string[];
  /** The number of mutations that did not change the app's pixels. */
  readonly unchanged: number;
  readonly total: number;
}

/** The size of a small screen, limited so that ten thousand comparisons are fast. */
export function sizeAt(density: number): { readonly width: number; readonly height: number } {
  const scale = density / 160;
  return { width: Math.min(800, Math.round(320 * scale)), height: Math.min(1_000, Math.round(480 * scale)) };
}

const DENSITIES = [120, 160, 213, 240, 280, 320, 360, 420, 480, 560, 640];

/** Generated screens of low to high density, some dark, some edge to edge. */
export function drawnSubjects(pens: Pens): readonly Subject[] {
  return DENSITIES.map((density, place) => {
    const { width, height } = sizeAt(density);
    const sizeDp = { width: (width * 160) / density, height: (height * 160) / density };
    const isEdgeToEdge = place % 4 === 3;
    const look = { isEdgeToEdge, isDark: place % 3 === 0, fontScale: density < 200 ? 0.85 : 1 };
    const made = drawn({ ...PLAIN, density, sizeDp, ...look }, pens);
    return { name: `drawn at ${density} dpi`, scale: density / 160, isEdgeToEdge, ...made };
  });
}

export const AS_SHIPPED: CacheOptions = { policy: "tile", limits: readLimits([]) };

/** Mutates each screen `each` times, always in the same way. */
export function mutateAll(
  subjects: readonly Subject[],
  { each, pens, options = AS_SHIPPED }: { readonly each: number; readonly pens: Pens; readonly options?: CacheOptions },
): MutationTally {
  const tally = { stale: [] as string[], needless: [] as string[], unchanged: 0, total: 0 };
  for (const subject of subjects) {
    for (const { kind, isChanged, isHit } of mutate(subject, { count: each, pens, options })) {
      tally.total += 1;
      if (!isChanged) tally.unchanged += 1;
      if (isHit && isChanged) tally.stale.push(`${kind} on ${subject.name}`);
      if (!isHit && !isChanged) tally.needless.push(`${kind} on ${subject.name}`);
    }
  }
  return tally;
}

interface Mutated {
  readonly kind: string;
  /** Whether pixels outside of the bars' own pixels changed, computed without the cache. */
  readonly isChanged: boolean;
  readonly isHit: boolean;
}

interface Plan {
  readonly count: number;
  readonly pens: Pens;
  readonly options: CacheOptions;
}

function* mutate(
  { name, seen, tree, scale, isEdgeToEdge }: Subject,
  { count, pens, options }: Plan,
): Generator<Mutated> {
  const cache = new HierarchyCache(options);
  assert.equal(cache.keep(seen, seen.frame, tree), null, name);
  const sheet = new Sheet(seen.frame, pens);
  const random = randomFrom(count * 31 + Math.round(scale * 160));
  const kinds = Object.entries(MUTATIONS);
  const { height } = sheet.surface;
  const bars = [seen.insets?.statusBars?.top ?? 0, seen.insets?.navigationBars?.bottom ?? 0] as const;
  assert.ok(bars[0] > 0 && bars[1] > 0, `${name} has no bars`);
  const [top, bottom] = isEdgeToEdge ? [0, height] : [bars[0], height - bars[1]];
  for (let i = 0; i < count; i++) {
    const [kind = "", change] = kinds[i % kinds.length] ?? [];
    change?.({ sheet, random, scale, rect: somewhere(sheet, random, scale) });
    const { isHit } = cache.find({ ...seen, frame: sheet.pixels });
    yield { kind, isChanged: sheet.isChanged(top, bottom), isHit };
    sheet.restore();
  }
}

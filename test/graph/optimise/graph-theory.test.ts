import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bridgesOf, type Link } from "../../../src/graph/optimise/bridges.js";
import { simpleCycles } from "../../../src/graph/optimise/simple-cycles.js";

const BOUNDS = { longest: 8, most: 1000 };

function successors(links: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [from, to] of links) found.set(from, [...(found.get(from) ?? []), to].sort());
  return found;
}

/** By trying every path, for small graphs. */
function allCycles(next: ReadonlyMap<string, readonly string[]>, longest: number): readonly string[] {
  const found: string[] = [];
  const walk = (path: readonly string[]) => {
    const [first = "", last = ""] = [path[0], path.at(-1)];
    for (const one of next.get(last) ?? []) {
      if (one === first) found.push(path.join(" "));
      else if (one > first && !path.includes(one) && path.length < longest) walk([...path, one]);
    }
  };
  for (const one of next.keys()) walk([one]);
  return [...new Set(found)].sort();
}

const vertex = fc.constantFrom("a", "b", "c", "d", "e", "f");

test("simpleCycles finds the same cycles as trying every path, in any small graph, up to any length", () => {
  const links = fc.uniqueArray(fc.tuple(vertex, vertex), { maxLength: 14, selector: (pair) => pair.join() });
  fc.assert(
    fc.property(links, fc.integer({ min: 1, max: 8 }), (given, longest) => {
      const next = successors(given);
      const found = simpleCycles(next, { ...BOUNDS, longest }).map((cycle) => cycle.join(" "));
      assert.deepEqual([...found].sort(), allCycles(next, longest));
    }),
    { numRuns: 150 },
  );
});

test("simpleCycles returns at most the requested number of cycles", () => {
  const all = [..."abcdef"].flatMap((from) => [..."abcdef"].map((to) => [from, to] as const));
  assert.equal(simpleCycles(successors(all), { longest: 6, most: 10 }).length, 10);
});

/** By taking each link away, for small graphs. */
function cutLinks(links: readonly Link[]): readonly string[] {
  const reach = (without: string | null, from: string) => {
    const found = new Set([from]);
    for (const one of found) {
      for (const { id, from: a, to: b } of links) if (id !== without && (a === one || b === one)) found.add(a).add(b);
    }
    return found.size;
  };
  return links.filter(({ id, from }) => reach(id, from) < reach(null, from)).map(({ id }) => id);
}

test("bridgesOf finds the links without which the graph falls apart, in any small graph", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(vertex, vertex), { maxLength: 12 }), (given) => {
      const links = given.map(([from, to], place) => ({ id: `l${place}`, from, to }));
      assert.deepEqual([...bridgesOf(links)].sort(), [...cutLinks(links)].sort());
    }),
    { numRuns: 150 },
  );
});

test("bridgesOf a chain of 20,000 links returns every link without a deep stack", () => {
  const links = Array.from({ length: 20_000 }, (_, place) => ({
    id: `${place}`,
    from: `v${place}`,
    to: `v${place + 1}`,
  }));
  assert.equal(bridgesOf(links).size, 20_000);
});

import assert from "node:assert/strict";
import { it } from "node:test";
import { captureLines, corpusFolder } from "./corpus.js";
import { coverage, missingShapes, orderViolations, unknownShapes } from "./line-shapes.js";

type Lines = readonly string[];

/** A dump of the virtual phone beside real ones of the same release. */
export interface Comparison {
  readonly title: string;
  /** The dump in different situations; the first one's order is checked. */
  readonly mine: readonly Lines[];
  readonly captures: readonly string[];
  /** The part of the captures that is compared; all of it if absent. */
  readonly cut?: (lines: Lines) => Lines;
  /** Applied to the lines of both sides first: takes out names that differ from phone to phone. */
  readonly plain?: (line: string) => string;
  /** The repeating blocks within which the order is compared; the whole dump if absent. */
  readonly blocks?: (lines: Lines) => readonly Lines[];
  /** Lines that this release prints in other situations than the captured one (AOSP sources, other captures). */
  readonly alsoReal?: readonly RegExp[];
  /** The share of the captures' line shapes that the virtual phone prints as well. */
  readonly minCoverage: number;
}

/** One test per comparison, or one skipped test that says why there is none. */
export function compareWithCorpus(comparisons: readonly Comparison[]): void {
  const folder = corpusFolder();
  if (folder === null) {
    it("has the structure of real dumps", { skip: "no ../shared/corpus and no FOVEA_CORPUS" }, () => {});
    return;
  }
  for (const comparison of comparisons) {
    it(comparison.title, (context) => {
      const share = check(folder, comparison);
      context.diagnostic(`${(share * 100).toFixed(0)} % of the line shapes of ${comparison.captures.join(", ")}`);
    });
  }
}

function check(folder: string, comparison: Comparison): number {
  const { cut = same, plain = (line: string) => line, blocks = (lines: Lines) => [lines], alsoReal = [] } = comparison;
  const theirs = comparison.captures.map((path) => cut(captureLines(folder, path)).map(plain));
  const mine = comparison.mine.map((lines) => lines.map(plain));
  const unknown = unknownShapes(mine.flat(), theirs.flat());
  assert.deepEqual(
    unknown.filter((shape) => !alsoReal.some((real) => real.test(shape))),
    [],
    "lines that the real dumps of this release do not have",
  );
  assert.deepEqual(orderViolations(blocks(mine[0] ?? []), theirs.flatMap(blocks)), [], "lines in another order");
  const share = coverage(mine.flat(), theirs.flat());
  const missing = missingShapes(mine.flat(), theirs.flat()).slice(0, 12).join("\n");
  assert.ok(
    share >= comparison.minCoverage,
    `covers only ${share.toFixed(2)} of the line shapes; missing:\n${missing}`,
  );
  return share;
}

function same(lines: Lines): Lines {
  return lines;
}

/** Blocks that begin where a line matches; what stands before the first one is its own block. */
export function blocksBy(start: RegExp): (lines: Lines) => readonly Lines[] {
  return (lines) => {
    const blocks: string[][] = [[]];
    for (const line of lines) {
      if (start.test(line)) blocks.push([]);
      blocks.at(-1)?.push(line);
    }
    return blocks;
  };
}

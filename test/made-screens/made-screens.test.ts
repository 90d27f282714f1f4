import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../packages/virtual-android/src/framework/random.js";
import { ALL_PAIRS, type Point, pairsOf, pointAt } from "../support/made-screens/axes.js";
import { isSameTwice, missedControls, pixelsOfControl } from "../support/made-screens/check-screen.js";
import { drawPoint } from "../support/made-screens/drawn-point.js";
import { HardExamples } from "../support/made-screens/hard-examples.js";

function randomOf(seed: number): () => number {
  const random = new Random(seed);
  return () => random.below(1_000_000) / 1_000_000;
}

/** So many points as they are tried, of which those with a pair fail. */
function triedPoints(examples: HardExamples, count: number, hard: string): readonly Point[] {
  return Array.from({ length: count }, () => {
    const point = examples.next();
    examples.report(point, pairsOf(point).includes(hard));
    return point;
  });
}

const HARD = "font 1.3, direction right to left";
const hasHard = (point: Point) => pairsOf(point).includes(HARD);

test("few screens cover all pairs of values, and the same seed gives the same screens", () => {
  const [one, same] = [new HardExamples(randomOf(3)), new HardExamples(randomOf(3))];
  const points = triedPoints(one, 30, "nothing");
  assert.equal(one.coverage, 1);
  assert.deepEqual(triedPoints(same, 30, "nothing"), points);
  assert.deepEqual(new Set(points.flatMap(pairsOf)), new Set(ALL_PAIRS));
});

test("pairs of values whose screens fail come more often, and less often after they pass again", () => {
  const [failing, passing] = [new HardExamples(randomOf(5)), new HardExamples(randomOf(5))];
  const shareOf = (points: readonly Point[]) => points.filter(hasHard).length / points.length;
  const plain = shareOf(triedPoints(passing, 400, "nothing").slice(50));
  assert.equal(passing.weightOf(HARD), 1);
  const drawn = shareOf(triedPoints(failing, 400, HARD).slice(50));
  assert.equal(failing.weightOf(HARD), 16);
  const others = ALL_PAIRS.filter((pair) => pair !== HARD && failing.weightOf(pair) >= 16);
  assert.ok(others.length < ALL_PAIRS.length / 4, others.join("; "));
  assert.ok(drawn > 1.5 * plain, `${drawn} beside ${plain}`);
  triedPoints(failing, 100, "nothing");
  assert.ok(failing.weightOf(HARD) < 16);
});

test("a generated screen is the same each time, its boxes match its pixels, and Fovea reads all of it", async () => {
  const random = randomOf(7);
  let marked = 0;
  for (let nth = 0; nth < 8; nth += 1) {
    const point = pointAt(random);
    assert.ok(await isSameTwice(point), JSON.stringify(point));
    await using drawn = await drawPoint(point);
    assert.deepEqual(await missedControls(drawn), [], JSON.stringify(point));
    const pixels = await pixelsOfControl(point);
    if (!pixels) continue;
    marked += 1;
    assert.ok(pixels.inside > 0 && pixels.outside === 0, JSON.stringify([point, pixels]));
  }
  assert.ok(marked > 3);
});

test("a control that Fovea does not read, or reads at another place, is counted as missed", async () => {
  const point = pointAt(() => 0);
  await using drawn = await drawPoint(point);
  const [first] = drawn.controls;
  assert.ok(first?.isWhole);
  const moved = { ...first, bounds: { ...first.bounds, top: first.bounds.top + 1 } };
  assert.deepEqual(await missedControls({ ...drawn, controls: [moved, { ...first, label: "No such" }] }), [
    first.label,
    "No such",
  ]);
});

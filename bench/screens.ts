import { Random } from "../packages/virtual-android/src/framework/random.js";
import { ALL_PAIRS, AXIS_NAMES, type Point } from "../test/support/made-screens/axes.js";
import { isSameTwice, missedControls, pixelsOfControl } from "../test/support/made-screens/check-screen.js";
import { drawPoint } from "../test/support/made-screens/drawn-point.js";
import { HardExamples } from "../test/support/made-screens/hard-examples.js";
import type { Bench, Figure } from "./bench.js";
import { flagValue } from "./start-phone.js";

/** How many of the screens are also drawn a second time, and drawn with a mark in a control. */
const CHECKED = 12;

/** Generates screens that cover all pairs of densities, themes, fonts and so on; compares Fovea's reading with them. */
export const screensBench: Bench = {
  name: "screens",
  about: "made screens over all pairs of their axes: coverage, speed, what is read wrongly [--screens N] [--seed N]",
  run: async (args) => {
    const screens = Number(flagValue(args, "--screens") ?? 120);
    const random = new Random(Number(flagValue(args, "--seed") ?? 1));
    const examples = new HardExamples(() => random.below(1_000_000) / 1_000_000);
    const failed: string[] = [];
    const points: Point[] = [];
    let [untilAll, missed, controls] = [0, 0, 0];
    const begun = process.cpuUsage();
    for (let nth = 0; nth < screens; nth += 1) {
      const point = examples.next();
      points.push(point);
      await using drawn = await drawPoint(point);
      const wrong = await missedControls(drawn);
      controls += drawn.controls.length;
      missed += wrong.length;
      if (wrong.length > 0) failed.push(`${AXIS_NAMES.map((axis) => point[axis]).join(", ")}: ${wrong.join(", ")}`);
      examples.report(point, wrong.length > 0);
      if (examples.coverage < 1) untilAll = nth + 2;
    }
    const { user, system } = process.cpuUsage(begun);
    const checked = points.slice(0, CHECKED);
    const differing = (await inTurn(checked, isSameTwice)).filter((isSame) => !isSame).length;
    const pixels = (await inTurn(checked, pixelsOfControl)).filter((one) => one !== null);
    const astray = pixels.filter(({ inside, outside }) => inside === 0 || outside > 0).length;
    const figures: Figure[] = [
      { name: "pairs covered", value: examples.coverage, unit: "share", atLeast: 1 },
      { name: "pairs", value: ALL_PAIRS.length, unit: "pairs" },
      { name: "screens until all pairs came", value: untilAll, unit: "screens" },
      {
        name: "screens, drawn and read",
        value: (screens * 1e6) / (user + system),
        unit: "per s of processor",
        atLeast: 2,
      },
      { name: "controls", value: controls, unit: "controls" },
      { name: "controls that are read wrongly or not at all", value: missed, unit: "controls", atMost: 0 },
      { name: "screens that differ when they are drawn again", value: differing, unit: "screens", atMost: 0 },
      { name: "controls whose pixels lie elsewhere than their box", value: astray, unit: "controls", atMost: 0 },
    ];
    const lines = figures.map(({ name, value, unit }) => `${name.padEnd(52)} ${Number(value.toFixed(3))} ${unit}`);
    return { text: [...lines, ...failed].join("\n"), figures };
  },
};

async function inTurn<Result>(points: readonly Point[], work: (point: Point) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const point of points) results.push(await work(point));
  return results;
}

import { Canvas, ShapeCache } from "../packages/virtual-android/src/draw/canvas.js";
import { Fonts } from "../packages/virtual-android/src/draw/fonts.js";
import { ICON_NAMES, isIconName } from "../packages/virtual-android/src/draw/icons.js";
import { Surface } from "../packages/virtual-android/src/draw/surface.js";
import { fingerprintsOf } from "../src/observe/assemble/fingerprints.js";
import { parseHierarchy } from "../src/observe/parse/hierarchy.js";
import { elementsOf } from "../src/screen/elements.js";
import { at, node, page } from "../test/support/build-screen.js";
import { writeDump } from "../test/support/ui-tree.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { flagValue } from "./start-phone.js";

const SIZE = { width: 1080, height: 2400 };
/** A button of 48 dp at 420 dpi; its icon has 24 dp. */
const BUTTON = 126;
const ICON = 63;
const COLUMNS = 8;
/** A toolbar, a full screen of icons, and more icons than Fovea fingerprints. */
const COUNTS = [6, 24, 64, 96] as const;

/** The time of the fingerprints of unlabelled 48 dp icons on a 1080×2400 picture in memory. `--runs N`. */
export const fingerprintsBench: Bench = {
  name: "fingerprints",
  about: "cost of distinguishing unlabelled elements by their pixels [--runs N]",
  run: async (args) => measure(Number(flagValue(args, "--runs") ?? 100)),
};

function measure(runs: number): BenchResult {
  const results = COUNTS.map((count) => ({ count, ...timed(count, runs) }));
  const rows = results.map(({ count, known, p50, p95 }) => [count, known, p50, p95]);
  const figures = results.map(({ count, p50 }): Figure => {
    const budget = count === 24 ? { atMost: 15 } : {};
    return { name: `1080x2400: ${count} icons p50`, value: p50, unit: "ms", ...budget };
  });
  return { text: table([["unlabelled icons", "fingerprints", "p50 ms", "p95 ms"], ...rows]), figures };
}

function timed(count: number, runs: number) {
  const { screen, frame } = screenOf(count);
  const work = () => fingerprintsOf(screen, { frame, ime: null });
  const known = new Set(work().filter((print) => print !== null)).size;
  const times = Array.from({ length: runs }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return { known, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

function screenOf(count: number) {
  const surface = new Surface(SIZE.width, SIZE.height);
  const canvas = new Canvas({ surface, fonts: new Fonts(), shapes: new ShapeCache() });
  canvas.fillRect(surface.bounds, 0xfffdfbff);
  const names = ICON_NAMES.filter(isIconName);
  const buttons = Array.from({ length: count }, (_, place) => {
    const left = 20 + (place % COLUMNS) * 130;
    const top = 300 + Math.floor(place / COLUMNS) * 140;
    const inset = (BUTTON - ICON) >> 1;
    const name = names[place % names.length] ?? "star";
    canvas.drawIcon(name, { left: left + inset, top: top + inset, size: ICON }, 0xff1b1b1f);
    const bounds = at(left, top, left + BUTTON, top + BUTTON);
    return node({ class: "android.widget.ImageButton", clickable: "true", bounds });
  });
  const dump = writeDump([page(...buttons)], { singleQuotes: false, beyondAscii: "raw", pretty: false });
  const hierarchy = parseHierarchy(dump);
  if (!hierarchy) throw new Error("the tree cannot be read");
  const elements = elementsOf(hierarchy, SIZE);
  const frame = { ...SIZE, rgba: surface.bytes };
  return { screen: { elements, parents: elements.map(({ parent }) => parent), hierarchy }, frame };
}

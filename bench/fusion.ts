import { seededRandom } from "../packages/virtual-android/src/random.js";
import { elementsOf } from "../src/screen/elements.js";
import type { Detection } from "../src/vision/detection.js";
import { fuse } from "../src/vision/fuse.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { lookAll } from "./fusion/bundled-detector.js";
import { flatten } from "./fusion/drawn.js";
import { generatedSamples } from "./fusion/generated.js";
import { COMPANIONS, type Companion, pairSamples, pairsFolder } from "./fusion/pairs.js";
import { type Sample, WAYS } from "./fusion/rivals.js";
import { add, f1, type Judged, judge, labelAccuracy, NO_SCORE, perScreen, type Score } from "./fusion/score.js";
import { drawnScreens } from "./fusion/screens.js";
import { isTouchableKind, look } from "./fusion/simulated-detector.js";
import { type Ablation, ablate, treeOf } from "./fusion/tree.js";
import { flagValue } from "./start-phone.js";

/**
 * The touch targets that fusion and its rivals find on screens with known targets, while the trees lose words,
 * touchability or nodes. `--screens N` of each kind, `--seed S`. The bundled detector, or the model of `--model FILE`,
 * reads the pictures of the corpus' pairs; `--made-up-pairs` uses the simulated detector. `--all-pairs` includes pairs
 * whose tree and picture are from different moments. `--bundled` measures only the pairs, in two sets; with
 * `--generated FOLDER` generated screens replace the pairs.
 */
export const fusionBench: Bench = {
  name: "fusion",
  about:
    "targets of the tree, of pixels, and of both [--screens N] [--seed S] [--bundled [--generated FOLDER]] [--model FILE] [--all-pairs] [--made-up-pairs] [--rivals-from C]",
  run: measure,
};

/** The input for fusion and its rivals, and the truth by which their results are judged. */
export interface Trial {
  readonly name: string;
  readonly sample: Sample;
  readonly judged: Judged;
}

export const LEVELS: Readonly<Record<string, Ablation>> = {
  "nothing removed": { labels: 0, touch: 0, nodes: 0 },
  "labels -30 %": { labels: 0.3, touch: 0, nodes: 0 },
  "labels -60 %": { labels: 0.6, touch: 0, nodes: 0 },
  "labels -100 %": { labels: 1, touch: 0, nodes: 0 },
  "touch -15 %": { labels: 0, touch: 0.15, nodes: 0 },
  "touch -30 %": { labels: 0, touch: 0.3, nodes: 0 },
  "touch -60 %": { labels: 0, touch: 0.6, nodes: 0 },
  "touch -100 %": { labels: 0, touch: 1, nodes: 0 },
  "nodes -15 %": { labels: 0, touch: 0, nodes: 0.15 },
  "nodes -30 %": { labels: 0, touch: 0, nodes: 0.3 },
  "nodes -60 %": { labels: 0, touch: 0, nodes: 0.6 },
  "nodes -100 %": { labels: 0, touch: 0, nodes: 1 },
  "each -30 %": { labels: 0.3, touch: 0.3, nodes: 0.3 },
};

async function measure(args: readonly string[]): Promise<BenchResult> {
  const perKind = Number(flagValue(args, "--screens") ?? 40);
  const seed = Number(flagValue(args, "--seed") ?? 1);
  const drawn = Object.entries(LEVELS).map(([level, ablation]) => [level, trials(perKind, seed, ablation)] as const);
  const samples = args.includes("--bundled")
    ? await bundledSamples(args, seed, COMPANIONS)
    : [
        ...drawn,
        ...(args.includes("--made-up-pairs") ? pairSamples(seed, null) : await bundledSamples(args, seed, ["all"])),
      ];
  const rivalsFrom = Number(flagValue(args, "--rivals-from") ?? 0);
  const scored = samples.map(([level, of]) => ({ level, scores: scoresOf(of, rivalsFrom) }));
  const times = timings(drawn.flatMap(([, of]) => of));
  const rows = scored.flatMap(({ level, scores }) =>
    Object.entries(scores).map(([way, score], place) => [place === 0 ? level : "", way, ...cells(score)]),
  );
  const head = [
    "tree",
    "way",
    "F1",
    "precision",
    "recall",
    "duplicates/screen",
    "wrong drops/screen",
    "label accuracy",
  ];
  const slowest = `fuse, processor time: p50 ${times.p50} ms, p95 ${times.p95} ms on these screens; 100 elements and 100 detections: ${times.hundred} ms`;
  return {
    text: `${table([head, ...rows])}\n${slowest}`,
    figures: [...scored.flatMap(figuresOf), ...timeFigures(times)],
  };
}

/** The pairs, or the generated screens of a folder, with the detections of the bundled model or of `--model FILE`. */
async function bundledSamples(args: readonly string[], seed: number, companions: readonly Companion[]) {
  const [model, generated] = [flagValue(args, "--model"), flagValue(args, "--generated")];
  if (generated !== undefined) return generatedSamples(generated, seed, await lookAll(generated, model));
  const folder = pairsFolder();
  const sightings = folder === undefined ? new Map() : await lookAll(folder, model);
  return companions.flatMap((companion) =>
    pairSamples(seed, sightings, { companion, withAll: args.includes("--all-pairs") }),
  );
}

export function trials(perKind: number, seed: number, ablation: Ablation): readonly Trial[] {
  return drawnScreens(perKind, seed).map((screen): Trial => {
    const tree = ablate(treeOf(screen), ablation, screen.size, seededRandom(seed, `tree of ${screen.name}`));
    const detections = look(screen, seededRandom(seed, `eye on ${screen.name}`));
    const truths = flatten(screen.root).flatMap(({ part }) =>
      part.target === undefined ? [] : [{ bounds: part.bounds, name: part.target }],
    );
    const sample = { elements: elementsOf(tree, screen.size), hierarchy: tree, detections, screenSize: screen.size };
    return { name: screen.name, sample, judged: { truths, eitherWay: [], seen: touchableBoxes(sample) } };
  });
}

export function touchableBoxes({ detections }: Sample): Judged["seen"] {
  return detections
    .filter(({ kind, confidence }) => isTouchableKind(kind) && (confidence ?? 1) >= 0.3)
    .map(({ bounds }) => bounds);
}

/** The rivals get only detections with at least the confidence `rivalsFrom`; they ignore those below 0.3 anyway. */
function scoresOf(of: readonly Trial[], rivalsFrom: number): Readonly<Record<string, Score>> {
  const sure = ({ sample }: Trial) => {
    const detections = sample.detections.filter(({ confidence }) => (confidence ?? 1) >= rivalsFrom);
    return { ...sample, detections };
  };
  return Object.fromEntries(
    Object.entries(WAYS).map(([way, look]) => [
      way,
      of.map((trial) => judge(look(way === "fusion" ? trial.sample : sure(trial)), trial.judged)).reduce(add, NO_SCORE),
    ]),
  );
}

function cells(score: Score): readonly (string | number)[] {
  const precision = score.offered === 0 ? 0 : score.hits / score.offered;
  const shares = [f1(score), precision, score.truths === 0 ? 0 : score.hits / score.truths].map((share) =>
    share.toFixed(3),
  );
  const counts = [score.duplicates, score.wrongDrops].map((count) => perScreen(count, score).toFixed(2));
  return [...shares, ...counts, labelAccuracy(score).toFixed(3)];
}

/** The F1 of fusion may be lower than that of the best rival by at most this. */
const MARGIN = 0.005;
const MOST_DUPLICATES = 0.05;

function figuresOf({ level, scores }: { level: string; scores: Readonly<Record<string, Score>> }): readonly Figure[] {
  const { fusion = NO_SCORE, ...others } = scores;
  const best = Math.max(...Object.values(others).map(f1));
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return [
    { name: `${level}: F1`, value: round(f1(fusion)), unit: "share" },
    { name: `${level}: F1 above the best other`, value: round(f1(fusion) - best), unit: "share", atLeast: -MARGIN },
    {
      name: `${level}: duplicates`,
      value: round(perScreen(fusion.duplicates, fusion)),
      unit: "per screen",
      atMost: MOST_DUPLICATES,
    },
    { name: `${level}: wrong drops`, value: round(perScreen(fusion.wrongDrops, fusion)), unit: "per screen" },
    { name: `${level}: label accuracy`, value: round(labelAccuracy(fusion)), unit: "share" },
  ];
}

interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly hundred: number;
}

function timings(of: readonly Trial[]): Times {
  const time = ({ sample }: Trial, times = 1) => {
    const from = process.cpuUsage();
    for (let run = 0; run < times; run += 1) fuse({ ...sample, frame: null });
    const { user, system } = process.cpuUsage(from);
    return (user + system) / 1000 / times;
  };
  const all = of.map((trial) => time(trial, 3));
  const large = hundred(of);
  if (large) time(large, 100);
  return {
    p50: percentile(all, 0.5),
    p95: percentile(all, 0.95),
    hundred: large ? percentile([time(large, 200)], 0.5) : 0,
  };
}

/** A hundred elements in a grid, and a hundred detections, each slightly displaced from one of the elements. */
function hundred([first]: readonly Trial[]): Trial | undefined {
  const [like] = first?.sample.elements ?? [];
  if (!first || !like) return undefined;
  const boxes = Array.from({ length: 100 }, (_, place) => {
    const [left, top] = [(place % 10) * 108, Math.floor(place / 10) * 240];
    return { left, top, right: left + 100, bottom: top + 200 };
  });
  const elements = boxes.map((bounds) => ({ ...like, parent: null, bounds, actions: ["click" as const] }));
  const detections = boxes.map(({ left, top, right, bottom }, place): Detection => {
    const bounds = { left: left + (place % 7), top: top + (place % 5), right: right + (place % 9), bottom };
    return { bounds, kind: "button", confidence: 0.9, text: null, guess: null, source: "vision" };
  });
  return { ...first, sample: { ...first.sample, elements, detections } };
}

function timeFigures({ p50, p95, hundred: large }: Times): readonly Figure[] {
  return [
    { name: "fuse p50", value: p50, unit: "ms" },
    { name: "fuse p95", value: p95, unit: "ms" },
    { name: "fuse 100x100", value: large, unit: "ms", atMost: 3 },
  ];
}

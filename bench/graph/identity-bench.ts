import { areOneScreen } from "../../src/graph/identity/screen-index.js";
import { THRESHOLDS, type Thresholds } from "../../src/graph/identity/thresholds.js";
import type { Figure } from "../bench.js";
import { table } from "../bench.js";
import { CALIBRATED_ON } from "./corpus-labels.js";
import { corpusScreens, type TrueScreen } from "./corpus-pairs.js";
import { madeScreens } from "./made-pairs.js";
import { type Answers, f1Of, NO_ANSWERS, precisionOf, recallOf, withAnswer } from "./score.js";

/** First seeds of the apps that are used to choose thresholds, and of the apps that test them. */
const [CHOSEN_ON, TESTED_ON] = [1, 101] as const;
const MADE_APPS = 12;

interface Scored {
  readonly pairs: number;
  readonly hard: number;
  readonly ours: Answers;
  readonly state: Answers;
  readonly structure: Answers;
}

/** For every pair of screens of an app: whether Fovea and DroidBot's two keys say that both are the same screen. */
function score(screens: readonly TrueScreen[], thresholds: Thresholds): Scored {
  let [pairs, hard] = [0, 0];
  let [ours, state, structure] = [NO_ANSWERS, NO_ANSWERS, NO_ANSWERS];
  for (const [place, one] of screens.entries()) {
    for (const other of screens.slice(place + 1)) {
      if (one.app !== other.app) continue;
      const truth = one.screen === other.screen;
      pairs += 1;
      hard += one.isHard || other.isHard ? 1 : 0;
      ours = withAnswer(
        ours,
        areOneScreen(one.print, other.print, thresholds, () => 1),
        truth,
      );
      state = withAnswer(state, one.keys.state === other.keys.state, truth);
      structure = withAnswer(structure, one.keys.structure === other.keys.structure, truth);
    }
  }
  return { pairs, hard, ours, state, structure };
}

function madeApps(from: number): readonly TrueScreen[] {
  return Array.from({ length: MADE_APPS }, (_, place) => madeScreens(from + place)).flat();
}

/** Screen identity on made apps and on the corpus' captures. */
export function identityBench(): { readonly text: string; readonly figures: readonly Figure[] } {
  const corpus = corpusScreens();
  const sets: readonly (readonly [string, readonly TrueScreen[]])[] = [
    ["made, chosen on", madeApps(CHOSEN_ON)],
    ["made, held out", madeApps(TESTED_ON)],
    ["corpus, chosen on", corpus.filter(({ app }) => CALIBRATED_ON.has(app))],
    ["corpus, held out", corpus.filter(({ app }) => !CALIBRATED_ON.has(app))],
    ["corpus, held out without qqmusic", corpus.filter(({ app }) => !CALIBRATED_ON.has(app) && app !== "qqmusic")],
  ];
  const rows = sets
    .filter(([, screens]) => screens.length > 0)
    .map(([name, screens]) => rowOf(name, score(screens, THRESHOLDS), screens));
  const figures = rows.flatMap(({ name, scored }) => [
    {
      name: `identity, ${name}: F1`,
      value: f1Of(scored.ours),
      unit: "",
      ...(name === "made, held out" && { atLeast: 0.98 }),
    },
    { name: `identity, ${name}: F1 of DroidBot's state_str`, value: f1Of(scored.state), unit: "" },
    { name: `identity, ${name}: F1 of DroidBot's structure_str`, value: f1Of(scored.structure), unit: "" },
  ]);
  const head = ["pairs of screens", "apps", "pairs", "hard", "precision", "recall", "F1", "state_str", "structure_str"];
  return { text: table([head, ...rows.map(({ cells }) => cells)]), figures };
}

function rowOf(name: string, scored: Scored, screens: readonly TrueScreen[]) {
  const { pairs, hard, ours, state, structure } = scored;
  const apps = new Set(screens.map(({ app }) => app)).size;
  const cells = [name, apps, pairs, hard, precisionOf(ours), recallOf(ours), f1Of(ours), f1Of(state), f1Of(structure)];
  return { name, scored, cells };
}

/** The F1 of several thresholds, on the apps for choosing. thresholds.ts has the best; of equal ones, the middle. */
export function calibration(): string {
  const sets = [madeApps(CHOSEN_ON), corpusScreens().filter(({ app }) => CALIBRATED_ON.has(app))];
  const matches = [0.56, 0.58, 0.6, 0.62, 0.64, 0.66, 0.68, 0.7, 0.75, 0.8];
  const rows = matches.map((match) => {
    const thresholds = { ...THRESHOLDS, match, create: match - 0.1 };
    return [match, ...sets.map((screens) => f1Of(score(screens, thresholds).ours))];
  });
  return table([["match", "F1, made", "F1, corpus"], ...rows]);
}

import { programRunner } from "../src/app/run-program.js";
import type { Detector } from "../src/vision/detector.js";
import { createOcr } from "../src/vision/ocr.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { type Pair, pairNames, readPair } from "./ocr/pairs.js";
import { addScores, NO_SCORE, type Score, scoreOf, shownTexts } from "./ocr/score.js";
import { openTesseractJs } from "./ocr/tesseract-js.js";
import { flagValue } from "./start-phone.js";

/** Without `--all` only every fourth pair is read. */
const EVERY = 4;

/**
 * Compares the words that OCR reads in pictures of the corpus with the texts of their trees. `--languages eng`; `--all`
 * reads every pair; `--misses` lists the words that were not read; `--js FOLDER` also measures tesseract.js, which is
 * installed in that folder.
 */
export const ocrBench: Bench = {
  name: "ocr",
  about: "words read off real screens [--all] [--languages eng] [--misses] [--js FOLDER]",
  run: async (args) => {
    const languages = flagValue(args, "--languages") ?? "eng";
    const names = pairNames().filter((_, place) => args.includes("--all") || place % EVERY === 0);
    const program = flagValue(args, "--program") ?? "tesseract";
    const readers = [createOcr({ program, languages, run: programRunner(process.env) })];
    const folder = flagValue(args, "--js");
    if (folder !== undefined) readers.push(await openTesseractJs(folder, languages));
    const results: BenchResult[] = [];
    for (const reader of readers) results.push(await measure({ reader, names, languages, args }));
    return { text: results.map(({ text }) => text).join("\n\n"), figures: results.flatMap(({ figures }) => figures) };
  },
};

interface Job {
  readonly reader: Detector;
  readonly names: readonly string[];
  readonly languages: string;
  readonly args: readonly string[];
}

async function measure({ reader, names, languages, args }: Job): Promise<BenchResult> {
  const signal = new AbortController().signal;
  const scores = new Map<string, Score>();
  const times: number[] = [];
  const misses: string[] = [];
  for (const name of names) {
    const pair = await readPair(name);
    const startedAt = performance.now();
    const found = await reader.detect(pair.frame, signal);
    times.push(performance.now() - startedAt);
    const said = found.map(({ bounds, text }) => ({ bounds, text: text ?? "" }));
    scores.set(pair.source, addScores(scores.get(pair.source) ?? NO_SCORE, scoreOf(shownTexts(pair, languages), said)));
    if (args.includes("--misses")) misses.push(...missesOf(pair, languages, said));
  }
  await reader.close();
  return report({ title: `${reader.name}, ${languages}, ${names.length} screens`, scores, times, misses });
}

function missesOf(pair: Pair, languages: string, said: Parameters<typeof scoreOf>[1]): readonly string[] {
  return shownTexts(pair, languages).flatMap((text) => {
    const { words, read } = scoreOf([text], said);
    const { left, top } = text.bounds;
    return read === words ? [] : [`${pair.name} ${left},${top} ${JSON.stringify(text.text)}: ${read} of ${words}`];
  });
}

interface Findings {
  readonly title: string;
  readonly scores: ReadonlyMap<string, Score>;
  readonly times: readonly number[];
  readonly misses: readonly string[];
}

function report({ title, scores, times, misses }: Findings): BenchResult {
  const all = [...scores.values()].reduce(addScores, NO_SCORE);
  const rows = [...scores, ["all", all] as const].map(([source, score]) => [
    source,
    score.words,
    share(score.read, score.words),
    score.said,
    share(score.misread, score.said),
    share(score.elsewhere, score.said),
  ]);
  const header = ["source", "words", "recall", "read", "misread", "elsewhere"];
  const p50 = percentile(times, 0.5);
  const figures: readonly Figure[] = [
    { name: `${title}: recall`, value: share(all.read, all.words), unit: "of words" },
    { name: `${title}: misread`, value: share(all.misread, all.said), unit: "of what was read" },
    { name: `${title}: p50`, value: p50, unit: "ms" },
  ];
  const ms = `p50 ${p50} ms, p95 ${percentile(times, 0.95)} ms`;
  return { text: [title, table([header, ...rows]), ms, ...misses].join("\n"), figures };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 1000;
}

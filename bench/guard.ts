import { classify } from "../src/guard/classify.js";
import { ACTION_CLASSES, SEVERITIES } from "../src/guard/decision.js";
import { corpusFolder } from "../test/support/corpus.js";
import { type Bench, type BenchResult, type Figure, percentile, table } from "./bench.js";
import { type GuardCase, ORIGINS } from "./guard/case.js";
import { SPLITS, type Split, splitOf } from "./guard/labels.js";
import { madeCases } from "./guard/made-cases.js";
import { namedCases } from "./guard/named-cases.js";
import { realCases } from "./guard/real-cases.js";

/** The decision of the guard on one case. */
interface Judged extends GuardCase {
  readonly isCaught: boolean;
  readonly isRightClass: boolean;
  readonly said: string;
  /** The time of the fastest of several runs, in microseconds. */
  readonly us: number;
}

/**
 * The guard on the labelled set: the share of sensitive actions that it catches, the share of harmless actions that it
 * asks about, and the time of a decision.
 */
export const guardBench: Bench = {
  name: "guard",
  about:
    "what the guard catches and asks needlessly on the labelled set [--list calibration|held-out|fresh|blind|newer|unseen]",
  run: async (args) => {
    const listed = args.includes("--list") ? splitOf(args[args.indexOf("--list") + 1] ?? "") : null;
    const corpus = corpusFolder();
    const made = await madeCases(AbortSignal.timeout(280_000));
    const cases = [...(corpus === undefined ? [] : [...realCases(corpus), ...namedCases(corpus)]), ...made];
    for (const { action, screen } of cases) classify(action, screen);
    return resultOf(cases.map(judge), listed, corpus !== undefined);
  },
};

function judge(one: GuardCase): Judged {
  const decision = classify(one.action, one.screen);
  const us = 1_000 * Math.min(...Array.from({ length: RUNS }, () => timed(() => classify(one.action, one.screen))));
  const isCaught = SEVERITIES.indexOf(decision.severity) >= SEVERITIES.indexOf("confirm");
  const { label } = one;
  const isRightClass = typeof label !== "string" && decision.findings.some((found) => label.includes(found.class));
  const said = `${decision.severity} ${decision.class ?? ""} ${decision.signals.map(({ kind, value }) => `${kind}=${value}`).join(" ")}`;
  return { ...one, isCaught, isRightClass, said, us };
}

/** Several runs, because other programs on the machine slow single runs. */
const RUNS = 5;

function timed(run: () => unknown): number {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}

const isSensitive = ({ label }: GuardCase) => typeof label !== "string";
const isBenign = ({ label }: GuardCase) => label === "benign";

function resultOf(all: readonly Judged[], listed: Split | null, hasReal: boolean): BenchResult {
  const figures: Figure[] = Object.entries(LEAST_RECALL).flatMap(([split, least]) =>
    ORIGINS.filter((origin) => origin === "made" || hasReal).flatMap((origin) =>
      figuresOf(
        `${split}, ${origin}`,
        all.filter((one) => one.split === split && one.origin === origin),
        least,
      ),
    ),
  );
  const counted = all.filter((one) => isSensitive(one) || isBenign(one));
  figures.push({ name: "pairs that count", value: counted.length, unit: "pairs", atLeast: 800 });
  figures.push({
    name: "a decision p50",
    value: percentile(
      all.map(({ us }) => us),
      50,
    ),
    unit: "µs",
    atMost: 300,
  });
  const heads = table(figures.map(({ name, value, unit }) => [name, Number(value.toFixed(4)), unit]));
  return { text: [heads, ...tables(all), ...mistakes(all, listed)].join("\n\n"), figures };
}

/** The smallest allowed recall: the goal; for the splits that were labelled last, the recall reached so far. */
const LEAST_RECALL = { "held-out": 0.98, fresh: 0.98, blind: 0.97, newer: 0.88, unseen: 0.95 };

function figuresOf(name: string, own: readonly Judged[], least: number): readonly Figure[] {
  if (own.length === 0) return [];
  const [sensitive, benign] = [own.filter(isSensitive), own.filter(isBenign)];
  const recall: Figure = { name: `${name}: recall`, value: shareOf(sensitive), unit: "", atLeast: least };
  return [
    { name: `${name}: sensitive`, value: sensitive.length, unit: "pairs" },
    ...(sensitive.length > 0 ? [recall] : []),
    { name: `${name}: benign`, value: benign.length, unit: "pairs" },
    { name: `${name}: false confirmations`, value: 100 * shareOf(benign), unit: "%", atMost: 3 },
  ];
}

function shareOf(cases: readonly Judged[]): number {
  return cases.length === 0 ? 0 : Number((cases.filter(({ isCaught }) => isCaught).length / cases.length).toFixed(4));
}

const HEAD = ["", "sensitive", "recall", "right class", "benign", "asked needlessly"];

/** The figures of each split and origin (real, named, made), by language and by class. */
function tables(all: readonly Judged[]): readonly string[] {
  const parts = SPLITS.flatMap((split) => ORIGINS.map((origin) => ({ split, origin })));
  return parts.flatMap(({ split, origin }) => {
    const own = all.filter((one) => one.split === split && one.origin === origin);
    if (own.length === 0) return [];
    const languages = [...new Set(own.map(({ language }) => language))].map((language) =>
      rowOf(
        language,
        own.filter((one) => one.language === language),
      ),
    );
    const classes = ACTION_CLASSES.map((of) =>
      rowOf(
        of,
        own.filter(({ label }) => typeof label !== "string" && label.includes(of)),
      ),
    ).filter(([, sensitive]) => sensitive !== 0);
    return [`${split}, ${origin}\n${table([HEAD, rowOf("all", own), ...languages, ...classes])}`];
  });
}

function rowOf(name: string, cases: readonly Judged[]): readonly (string | number)[] {
  const [sensitive, benign] = [cases.filter(isSensitive), cases.filter(isBenign)];
  const right = sensitive.filter(({ isRightClass }) => isRightClass).length;
  const needless = benign.filter(({ isCaught }) => isCaught).length;
  return [name, sensitive.length, shareOf(sensitive), right, benign.length, needless];
}

function mistakes(all: readonly Judged[], split: Split | null): readonly string[] {
  const own = all.filter((one) => one.split === split);
  const missed = own.filter((one) => isSensitive(one) && !one.isCaught);
  const needless = own.filter((one) => isBenign(one) && one.isCaught);
  const lines = [
    ...missed.map(({ name, label }) => `missed ${label}: ${name}`),
    ...needless.map(({ name, said }) => `asked: ${name} (${said})`),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}

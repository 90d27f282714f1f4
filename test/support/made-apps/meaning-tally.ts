import { meaningWords, OUTCOMES, type Outcome } from "./judge.js";
import type { MeaningTrial } from "./meaning-trial.js";

/** The name of the row that counts a trial: its change, its cause and its moment. */
function rowOf({ plan, isApplied, isLast }: MeaningTrial): string {
  const cause = plan.cause === "itself" ? "" : `, ${plan.cause}`;
  const moment = plan.scene !== "plain" ? plan.scene : !isApplied ? "after the call" : isLast ? "last" : plan.moment;
  const ticks = plan.ticking === "nothing" ? "" : `, ticking ${plan.ticking} ${plan.period}`;
  const old = plan.usesOldRef ? ", ref of before" : "";
  const also = plan.also ? " and more" : "";
  return `${plan.isBenign ? "+" : "-"} ${plan.verb} ${plan.mutation.name}${also} (${moment}${cause}${ticks}${old}) by ${plan.way}`;
}

/** The outcomes of each change by each path: the head of a table, then its rows. */
export function meaningRows(trials: readonly MeaningTrial[]): readonly (readonly (string | number)[])[] {
  const names = [...new Set(trials.map(rowOf))].toSorted();
  const rows = names.map((name) => {
    const own = trials.filter((trial) => rowOf(trial) === name);
    return [name, own.length, ...OUTCOMES.map((outcome) => countOf(own, outcome) || "·")];
  });
  return [["change", "trials", ...OUTCOMES], ...rows];
}

export interface MeaningFigures {
  readonly trials: number;
  /** Touches and texts with the wrong target that were reported as a success. */
  readonly wrong: number;
  /** Reported wrong touches and texts after changes before the call, which any reading could have shown. */
  readonly reportedBefore: number;
  readonly reported: number;
  readonly refused: number;
  readonly benign: number;
  readonly needless: number;
  /** Right touches without a change in the last instant before them, and how many of them were doubted. */
  readonly rightBenign: number;
  readonly doubtBenign: number;
  /** The same with a change elsewhere in the last instant: frames do not show which part of the screen changed. */
  readonly rightLast: number;
  readonly doubtLast: number;
}

export function meaningFigures(trials: readonly MeaningTrial[]): MeaningFigures {
  const benign = trials.filter(({ plan }) => plan.isBenign);
  const inTime = benign.filter(({ isLast }) => !isLast);
  const last = benign.filter(({ isLast }) => isLast);
  const before = trials.filter(({ plan }) => plan.moment === "before");
  return {
    trials: trials.length,
    wrong: countOf(trials, "wrong"),
    reportedBefore: countOf(before, "reported"),
    reported: countOf(trials, "reported"),
    refused: countOf(trials, "refused"),
    benign: benign.length,
    needless: countOf(benign, "needless"),
    rightBenign: countOf(inTime, "right") + countOf(inTime, "doubt"),
    doubtBenign: countOf(inTime, "doubt"),
    rightLast: countOf(last, "right") + countOf(last, "doubt"),
    doubtLast: countOf(last, "doubt"),
  };
}

function countOf(trials: readonly MeaningTrial[], outcome: Outcome): number {
  return trials.filter((trial) => trial.outcome === outcome).length;
}

/** The trials that a reader of the report should see, the worst first. */
export function worthReporting(trials: readonly MeaningTrial[]): readonly MeaningTrial[] {
  const isBad = ({ outcome, plan }: MeaningTrial) => {
    if (outcome === "reported") return plan.moment === "before";
    return outcome === "wrong" || outcome === "needless" || (outcome === "doubt" && plan.isBenign);
  };
  const order: readonly Outcome[] = ["wrong", "reported", "needless", "doubt"];
  return trials.filter(isBad).toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}

/** A line about a trial. */
export function trialWords(trial: MeaningTrial): string {
  const { plan, path, apiLevel, wanted, outcome, what, said } = trial;
  const also = plan.also ? ` (also ${plan.also.name})` : "";
  const how = `${path} API ${apiLevel}, ${plan.caller}, ${rowOf(trial).slice(2)}${also}`;
  const answer = said.replaceAll("\n", " | ").slice(0, 220);
  return `seed ${plan.seed}, ${how}: ${outcome}; wanted ${meaningWords(wanted.shown)} as ${wanted.text} (${wanted.line.words}), got ${what}; ${answer}`;
}

import type { InputPath, Outcome, Trial } from "./trial.js";

/** Whether a wrong touch after the last reading has to be reported: such a touch must not be a success then. */
export const GAPS_ARE_REPORTED: boolean = true;
/** Whether a ref becomes invalid after one of several identical things was removed or moved. */
export const EQUAL_ROWS_LOSE_REFS: boolean = true;

const COLUMNS: readonly Outcome[] = [
  "right",
  "refused",
  "needless",
  "twin",
  "blind",
  "reported",
  "unreported",
  "failed",
];

const PATHS: readonly InputPath[] = ["input", "gesture", "click"];

/** The outcomes of each change by each input path, as the cells of a table: the head, then the rows. */
export function outcomeRows(trials: readonly Trial[]): readonly (readonly (string | number)[])[] {
  const rows = PATHS.flatMap((path) => {
    const own = trials.filter((trial) => trial.path === path);
    const changes = [...new Set(own.map(({ change }) => change))].toSorted();
    return changes.map((change) =>
      rowOf(
        path,
        change,
        own.filter((trial) => trial.change === change),
      ),
    );
  });
  return [["path", "change", "runs", ...COLUMNS], ...rows];
}

function rowOf(path: InputPath, change: string, trials: readonly Trial[]): readonly (string | number)[] {
  const count = (outcome: Outcome) => trials.filter((trial) => trial.outcome === outcome).length || "·";
  return [path, change, trials.length, ...COLUMNS.map(count)];
}

/** The figures of an input path. */
export interface PathFigures {
  readonly path: InputPath;
  readonly trials: number;
  /** Trials in which a reading could have reported the change. */
  readonly before: number;
  readonly blind: number;
  /** Trials in which no reading could have reported it. */
  readonly gap: number;
  readonly wrongInGap: number;
  readonly unreported: number;
  /** Trials in which the thing was there and certainly the same. */
  readonly touchable: number;
  readonly needless: number;
}

export function figuresOf(trials: readonly Trial[]): readonly PathFigures[] {
  return PATHS.flatMap((path) => {
    const own = trials.filter((trial) => trial.path === path);
    if (own.length === 0) return [];
    const count = (is: (trial: Trial) => boolean) => own.filter(is).length;
    return {
      path,
      trials: own.length,
      before: count(({ phase }) => phase === "before"),
      blind: count(({ outcome }) => outcome === "blind"),
      gap: count(({ phase }) => phase === "gap"),
      wrongInGap: count(({ outcome }) => outcome === "reported" || outcome === "unreported"),
      unreported: count(({ outcome }) => outcome === "unreported"),
      touchable: count(({ isThere }) => isThere),
      needless: count(({ outcome }) => outcome === "needless"),
    };
  });
}

/** The upper bound of the true share with 95 % confidence, from the observed counts (Wilson). */
export function upperBound(seen: number, of: number): number {
  if (of === 0) return 1;
  if (seen === 0) return 1 - 0.05 ** (1 / of);
  const z = 1.645;
  const share = seen / of;
  const middle = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  return (middle + spread) / (1 + (z * z) / of);
}

/** Whether a reader of the report should see the trial. */
export function isWorthReporting({ outcome, phase }: Trial): boolean {
  if (outcome === "failed") return phase !== "gap";
  return outcome === "blind" || outcome === "needless" || (GAPS_ARE_REPORTED && outcome === "unreported");
}

/** The trials sorted by outcome, the worst first. */
export function worstFirst(trials: readonly Trial[]): readonly Trial[] {
  const order: readonly Outcome[] = ["blind", "unreported", "needless", "failed"];
  return trials.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome));
}

/** Trials that must not occur: wrong although a reading could have shown it, or wrong and unreported. */
export function defectsOf(trials: readonly Trial[]): readonly string[] {
  return trials.filter(isDefect).map(wordsOf);
}

function isDefect({ outcome, phase, wanted }: Trial): boolean {
  if (outcome === "unreported") return GAPS_ARE_REPORTED;
  if (outcome === "failed") return phase !== "gap";
  return outcome === "blind" && (EQUAL_ROWS_LOSE_REFS || !wanted.hasTwin);
}

/** A line about a trial. */
export function wordsOf({ seed, path, change, phase, outcome, wanted, what, said }: Trial): string {
  const { thing, title, way, text } = wanted;
  const named = `${thing.kind} ${title ?? ""}${wanted.hasTwin ? " (has a twin)" : ""}`;
  return `seed ${seed}, ${path}, ${change} (${phase}): ${outcome}; wanted ${named} by ${way} ${text.slice(0, 60)}, touched ${what}; ${said.slice(0, 160)}`;
}

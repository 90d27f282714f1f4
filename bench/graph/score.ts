/** Right and wrong answers to yes-or-no questions. */
export interface Answers {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
}

export const NO_ANSWERS: Answers = { truePositive: 0, falsePositive: 0, falseNegative: 0 };

export function withAnswer(
  { truePositive, falsePositive, falseNegative }: Answers,
  said: boolean,
  truth: boolean,
): Answers {
  return {
    truePositive: truePositive + (said && truth ? 1 : 0),
    falsePositive: falsePositive + (said && !truth ? 1 : 0),
    falseNegative: falseNegative + (!said && truth ? 1 : 0),
  };
}

/** The F1 score, from 0 to 1; 0 if there is no true positive. */
export function f1Of({ truePositive, falsePositive, falseNegative }: Answers): number {
  const all = 2 * truePositive + falsePositive + falseNegative;
  return all === 0 ? 0 : rounded((2 * truePositive) / all);
}

export function precisionOf({ truePositive, falsePositive }: Answers): number {
  return truePositive + falsePositive === 0 ? 0 : rounded(truePositive / (truePositive + falsePositive));
}

export function recallOf({ truePositive, falseNegative }: Answers): number {
  return truePositive + falseNegative === 0 ? 0 : rounded(truePositive / (truePositive + falseNegative));
}

/** Rounds to three decimals. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

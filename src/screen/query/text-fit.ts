import { likeness, type Word } from "./words.js";

/** How well the words of a phrase agree with a label. */
export interface TextFit {
  /** 0–1. */
  readonly score: number;
  readonly how: "same" | "part" | "similar";
}

export interface FitRules {
  /** The words have to be the complete label. */
  readonly isWhole: boolean;
  /** The phrase says that its words are only a part of the label. */
  readonly isPart: boolean;
  /** The label is a command, and a part of a command can mean something else: "Delete" is not "Delete all". */
  readonly isCommand: boolean;
}

const NONE: TextFit = { score: 0, how: "similar" };

/**
 * How well a phrase (`said`) fits a label. The same words score 1, and less if diacritics, plurals or spellings differ.
 * A part of an ordinary text scores nearly as much; a part of a command's name scores too little to be accepted.
 * Everything else is only similar, and also scores too little.
 */
export function fitText(said: readonly Word[], label: readonly Word[], rules: FitRules): TextFit {
  if (said.length === 0 || label.length === 0) return NONE;
  const whole = sameWords(said, label);
  if (whole > 0) return { score: whole, how: "same" };
  if (rules.isWhole) return similar(said, label);
  const part = bestPart(said, label);
  if (part === 0) return similar(said, label);
  if (rules.isPart) return { score: part, how: "part" };
  const share = Math.min(1, lengthOf(said) / lengthOf(label));
  const score = rules.isCommand ? 0.7 + 0.2 * share : 0.9 + 0.08 * share;
  return { score: score * part, how: "part" };
}

/** Word by word, or letter by letter where words are joined differently: "Wi-Fi", "wifi". 0 if they differ. */
function sameWords(said: readonly Word[], label: readonly Word[]): number {
  const lettered = squash(said, "exact") === squash(label, "exact") ? 1 : 0;
  if (lettered === 1) return 1;
  const plain = squash(said, "key") === squash(label, "key") ? 0.94 : 0;
  if (said.length !== label.length) return plain;
  return Math.max(plain, Math.min(...said.map((word, place) => likeness(word, label[place] ?? word))));
}

/** The score of the best run of the label's words that equals the phrase, or of all of its words in any order. */
function bestPart(said: readonly Word[], label: readonly Word[]): number {
  let best = 0;
  for (let start = 0; start + said.length <= label.length && best < 1; start++) {
    best = Math.max(best, sameWords(said, label.slice(start, start + said.length)));
  }
  if (best === 0 && squash(label, "key").includes(squash(said, "key"))) best = joinedPart(said, label);
  const all = said.map((word) => Math.max(...label.map((other) => likeness(word, other))));
  return Math.max(best, said.length > 1 ? Math.min(...all) * 0.97 : 0);
}

/** A run of the label's words with the same letters as the phrase, joined differently. */
function joinedPart(said: readonly Word[], label: readonly Word[]): number {
  const wanted = squash(said, "key");
  for (let start = 0; start < label.length; start++) {
    let letters = "";
    for (let end = start; end < label.length && letters.length < wanted.length; end++) {
      letters += label[end]?.key ?? "";
      if (letters === wanted) return 0.94;
    }
  }
  return 0;
}

/** A score for suggestions, always too low to be accepted. */
function similar(said: readonly Word[], label: readonly Word[]): TextFit {
  const best = said.map((word) =>
    Math.max(...label.map((other) => likeness(word, other) || 0.8 * closeness(word.key, other.key))),
  );
  const sum = best.reduce((all, one) => all + one, 0);
  return { score: (0.8 * sum) / Math.max(said.length, label.length / 2), how: "similar" };
}

/** 1 for words that differ by one typing mistake. */
function closeness(a: string, b: string): number {
  if (a.length < 4 || b.length < 4 || Math.abs(a.length - b.length) > 1) return 0;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const rests = [
    [a.slice(start + 1), b.slice(start + 1)],
    [a.slice(start + 1), b.slice(start)],
    [a.slice(start), b.slice(start + 1)],
    [`${a[start + 1]}${a[start]}${a.slice(start + 2)}`, b.slice(start)],
  ];
  return rests.some(([one, other]) => one === other) ? 1 : 0;
}

function squash(words: readonly Word[], form: "exact" | "key"): string {
  return words.map((word) => word[form]).join("");
}

function lengthOf(words: readonly Word[]): number {
  return Math.max(1, squash(words, "key").length);
}

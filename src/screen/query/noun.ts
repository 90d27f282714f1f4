import { lookUp } from "../../base/word-table.js";
import type { UiElement } from "../element.js";
import { quoteLabel } from "../label.js";
import type { Token } from "./phrase.js";
import { textOfTokens } from "./phrase.js";
import type { Indexed, ScreenIndex } from "./query-screen.js";
import { bestOf, type Ranking, type Scored } from "./scored.js";
import { type FitRules, fitText, type TextFit } from "./text-fit.js";
import { FILE_TYPES, fitKind, ICON_NAMES, KIND_WORDS, type Kind, STATE_CLAUSES, STATE_WORDS } from "./vocabulary.js";
import { type Word, wordsOf } from "./words.js";

/** One way to read a phrase without relations: `checked Wi-Fi switch`. */
export interface NounReading {
  readonly kind: Kind | null;
  readonly states: readonly ((element: UiElement) => boolean)[];
  /** The words that remain for the label. */
  readonly label: readonly Token[];
}

/** Every way to read the tokens: words for kinds and states may also be parts of a label. */
export function nounReadings(tokens: readonly Token[]): readonly NounReading[] {
  const whole: NounReading = { kind: null, states: [], label: tokens };
  const readings = [whole, ...withState(whole)].flatMap((reading) => [reading, ...withKind(reading)]);
  return readings.filter(({ kind, states, label }) => kind !== null || states.length > 0 || label.length > 0);
}

function withState(reading: NounReading): readonly NounReading[] {
  const { label } = reading;
  const [first, last] = [label[0]?.word ?? "", label.at(-1)?.word ?? ""];
  const before = Object.hasOwn(STATE_WORDS, first)
    ? [{ ...reading, states: [STATE_WORDS[first] ?? never], label: label.slice(1) }]
    : [];
  const clause = label.at(-2)?.word ?? "";
  const isClause = /^(?:is|are|turned|switched|currently)$/.test(clause) && Object.hasOwn(STATE_CLAUSES, last);
  if (!isClause) return before;
  const lead = /^(?:that|which)$/.test(label.at(-3)?.word ?? "") ? 3 : 2;
  return [...before, { ...reading, states: [STATE_CLAUSES[last] ?? never], label: label.slice(0, -lead) }];
}

const never = () => false;

function withKind(reading: NounReading): readonly NounReading[] {
  const { label } = reading;
  const found: NounReading[] = [];
  for (const count of [2, 1]) {
    const [front, back] = [label.slice(0, count), label.slice(-count)];
    const [before, after] = [kindOf(front, count), kindOf(back, count)];
    if (after) found.push({ ...reading, kind: after, label: label.slice(0, -count) });
    if (before && label.length > count) found.push({ ...reading, kind: before, label: label.slice(count) });
  }
  return found;
}

function kindOf(tokens: readonly Token[], count: number): Kind | undefined {
  return tokens.length === count ? KIND_WORDS.get(tokens.map(({ word }) => word).join(" ")) : undefined;
}

/** The elements that match the reading by their kind, their states and their own words. */
export function rankNoun(reading: NounReading, index: ScreenIndex): Ranking {
  const text = textOfTokens(reading.label);
  const said = {
    text,
    words: wordsOf(text, index.today),
    isQuoted: reading.label.every(({ isQuoted }) => isQuoted),
    hasKind: reading.kind !== null,
  };
  const scored: Scored[] = [];
  for (const one of index.all) {
    const kind = kindScore(reading, one);
    if (kind === 0) continue;
    const fit = reading.label.length === 0 ? NOTHING_SAID : ownFit(said, one);
    if (fit.score === 0) continue;
    const reasons = [...(reading.kind ? [`${reading.kind.name}${kind < 1 ? " of a kind" : ""}`] : []), ...fit.reasons];
    scored.push({ element: one.element, score: fit.score * kind, reasons, frame: null });
  }
  return bestOf(scored);
}

/**
 * The score for a kind without a label. It is below 1, since the word may also be a label ("Apps"): an element with
 * that label wins.
 */
const NOTHING_SAID = { score: 0.94, reasons: [] };

function kindScore({ kind, states }: NounReading, { element }: Indexed): number {
  if (!states.every((is) => is(element))) return 0;
  return kind ? fitKind(kind, element) : 1;
}

interface Said {
  readonly text: string;
  readonly words: readonly Word[];
  readonly isQuoted: boolean;
  /** Whether the phrase also names a kind of element. */
  readonly hasKind: boolean;
}

interface OwnFit {
  readonly score: number;
  readonly reasons: readonly string[];
}

/** The best of the matches by labels, value, name of the icon, type of the file, id and look. */
function ownFit(said: Said, one: Indexed): OwnFit {
  const rules = { isWhole: said.isQuoted, isPart: false, isCommand: isCommand(said, one) };
  const fits: OwnFit[] = [labelFit(said, one, rules)];
  if (one.value.length > 0 && one.element.password !== true)
    fits.push(factored(fitText(said.words, one.value, rules), 0.96, "holds it"));
  if (!said.isQuoted) fits.push(iconFit(said, one), fileFit(said, one), idFit(said, one), looksFit(said, one));
  return fits.reduce((best, fit) => (fit.score > best.score ? fit : best));
}

/**
 * Whether the label of an element is a command. For all other elements a part of the label is enough to identify them.
 */
function isCommand({ hasKind, words }: Said, { element: { role, actions }, labels }: Indexed): boolean {
  if (role === "row" || role === "text" || role === "field" || role === "group" || role === "image") return false;
  const isChoice = CHOICES.has(role) && (hasKind || labels.some((label) => label.length >= SENTENCE));
  const isDenied = labels.some((label) =>
    label.some(({ key }) => DENIALS.has(key) && !words.some((one) => one.key === key)),
  );
  return actions.length > 0 && ((labels.length <= 3 && !isChoice) || isDenied);
}

/** Words that deny: "I agree" does not match "I do not agree". */
const DENIALS: ReadonlySet<string> = new Set(
  "not no never dont cant wont without except nicht kein keine nie ne pas sans nunca sin non senza niet geen nie".split(
    " ",
  ),
);

/**
 * Roles whose long labels are not commands: "I agree to the terms" is not one, and the "8:00 switch" means the one with
 * "Alarm 8:00".
 */
const CHOICES: ReadonlySet<UiElement["role"]> = new Set(["checkbox", "radio", "switch"]);
const SENTENCE = 4;

/** The best match with any label, or with all labels joined. */
export function labelFit(said: Pick<Said, "words">, one: Indexed, rules: FitRules): OwnFit {
  let best: TextFit = { score: 0, how: "similar" };
  let at = 0;
  for (const [place, label] of one.labels.entries()) {
    const fit = fitText(said.words, label, rules);
    if (fit.score > best.score) [best, at] = [fit, place];
  }
  const label = one.element.labels[at] ?? one.element.labels.join(" ");
  return { score: best.score, reasons: best.score === 0 ? [] : [`${HOW[best.how]} ${quoteLabel(cut(label))}`] };
}

const HOW = { same: "says", part: "part of", similar: "similar to" } as const;
const LONGEST = 60;

function cut(label: string): string {
  return label.length <= LONGEST ? label : `${label.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "")}…`;
}

function factored(fit: TextFit, factor: number, reason: string): OwnFit {
  return fit.how === "similar" ? NO_FIT : { score: fit.score * factor, reasons: [reason] };
}

const NO_FIT: OwnFit = { score: 0, reasons: [] };
const BY_ICON = 0.92;
const BY_ID = 0.88;
const BY_ID_OF_LABELLED = 0.8;
/** The highest score for an image's guessed meaning, which is never certain. */
const BY_LOOKS = 0.9;

/** A label "Search …" names the place that is searched, which people leave out. */
const SEARCH = "search";

/** Matches "Trash" with a button labelled "Delete". */
function iconFit({ words }: Said, one: Indexed): OwnFit {
  const said = words.map(({ key }) => key).join(" ");
  const known = ICON_NAMES.filter(([names]) => names.includes(said)).flatMap(([, labels]) => labels);
  const isIt = one.labels.some((label) => {
    const words = label.map(({ key }) => key).join(" ");
    return known.includes(words) || (known.includes(SEARCH) && words.startsWith(`${SEARCH} `));
  });
  if (!isIt || !one.element.actions.includes("click")) return NO_FIT;
  return { score: BY_ICON, reasons: [`what "${said}" stands for`] };
}

/** Matches "Excel" with a file whose name ends in .xlsx. */
function fileFit({ words }: Said, one: Indexed): OwnFit {
  const types = words.length === 1 ? lookUp(FILE_TYPES, words[0]?.key ?? "") : undefined;
  const ending = types && one.element.labels.map((label) => /\.([A-Za-z0-9]{2,4})$/.exec(label)?.[1]?.toLowerCase());
  const type = ending?.find((one) => one !== undefined && types?.includes(one));
  return type === undefined ? NO_FIT : { score: BY_ICON, reasons: [`a .${type} file`] };
}

/** Matches all words of the id. They count more for fields and for elements without a label. */
function idFit({ words }: Said, one: Indexed): OwnFit {
  const fit = fitText(words, one.idWords, { isWhole: true, isPart: false, isCommand: true });
  if (fit.how !== "same") return NO_FIT;
  const isUnlabelled = one.element.labels.length === 0 || one.element.actions.includes("edit");
  return { score: fit.score * (isUnlabelled ? BY_ID : BY_ID_OF_LABELLED), reasons: ["by its id"] };
}

/** Matches "search" with an image without words that resembles a magnifying glass, weighted by the confidence. */
function looksFit({ words }: Said, { element: { labels, vision, actions } }: Indexed): OwnFit {
  const guess = vision?.guess ?? null;
  if (!guess || labels.length > 0 || !actions.includes("click")) return NO_FIT;
  const said = words.map(({ key }) => key).join(" ");
  const known = ICON_NAMES.filter(([names, meant]) => names.includes(said) || meant.includes(said)).flat(2);
  const looks = wordsOf(guess.name)
    .map(({ key }) => key)
    .join(" ");
  if (looks !== said && !known.includes(looks)) return NO_FIT;
  return { score: BY_LOOKS * (0.5 + guess.confidence / 2), reasons: [`looks like "${guess.name}"`] };
}

import { queryTokens, type Token } from "./phrase.js";
import { indexScreen, type QueryScreen } from "./query-screen.js";
import { rankPhrase } from "./rank.js";
import { bestOf, goodOnes, LEAST_SCORE, type Ranking, type Scored } from "./scored.js";
import { KIND_WORDS } from "./vocabulary.js";

/** An element, the probability that it is the intended one (0–1), and the reasons. */
export interface Candidate {
  readonly element: Scored["element"];
  readonly score: number;
  readonly reasons: readonly string[];
}

export interface QueryAnswer {
  /** The intended element; several if they match equally well, in the order of the screen; empty for none. */
  readonly matches: readonly Candidate[];
  /** If no element matches well enough: the nearest ones, best first. */
  readonly guesses: readonly Candidate[];
}

const MOST_GUESSES = 5;
const LEAST_GUESS = 0.3;

/**
 * The elements that a phrase in plain English describes: `delete on row Milk`, `second switch below Wi-Fi`. The same
 * phrase on the same screen gives the same answer. Texts of the screen are only compared, never read as a phrase. The
 * system bars and the keyboard are searched only if no other element reaches LEAST_SCORE. With a `leastScore` below
 * that, the search with the better match wins. Errors: SELECTOR_SYNTAX.
 */
export function answerQuery(query: string, screen: QueryScreen): QueryAnswer {
  const tokens = queryTokens(query);
  const searches: Search[] = [];
  for (const isBar of [false, true]) {
    const search = searchIn(tokens, screen, isBar);
    searches.push(search);
    if (search.good.length > 0 && search.best >= LEAST_SCORE - 1e-9) break;
  }
  const fitting = searches.filter(({ good }) => good.length > 0);
  const [first] = fitting.toSorted((a, b) => b.best - a.best);
  if (first) return { matches: first.good.map(candidateOf), guesses: [] };
  const guesses = searches.flatMap(({ ranking }) => nearest(ranking)).toSorted((a, b) => b.score - a.score);
  return { matches: [], guesses: guesses.slice(0, MOST_GUESSES).map(candidateOf) };
}

/** The search in the system bars and the keyboard, or in the rest of the screen. */
interface Search {
  readonly ranking: Ranking;
  /** The elements that match well enough, in the order of the screen. */
  readonly good: readonly Scored[];
  /** The best score; 0 for no match. */
  readonly best: number;
}

function searchIn(tokens: readonly Token[], screen: QueryScreen, isBar: boolean): Search {
  const index = indexScreen(screen, ({ systemBar }) => systemBar === isBar);
  const places = new Map(index.all.map(({ element, place }) => [element.ref, place]));
  const ranking = bestOf(variantsOf(tokens).flatMap((variant) => [...rankPhrase(variant, index).values()]));
  const good = goodOnes(ranking, screen.leastScore);
  const inOrder = good.toSorted((a, b) => (places.get(a.element.ref) ?? 0) - (places.get(b.element.ref) ?? 0));
  return { ranking, good: inOrder, best: Math.max(0, ...good.map(({ score }) => score)) };
}

/** Other forms of the phrase: "row number 3" is also read as "3rd row". */
function variantsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const variants = [tokens];
  for (const [at, { word }] of tokens.entries()) {
    const count = tokens[at + 2]?.word ?? "";
    if (!KIND_WORDS.has(word) || !/^(?:number|no|nr)$/.test(tokens[at + 1]?.word ?? "") || !/^[1-9]\d?$/.test(count))
      continue;
    const ordinal: Token = { text: `#${count}`, word: `#${count}`, isQuoted: false };
    variants.push([...tokens.slice(0, at), ordinal, ...tokens.slice(at, at + 1), ...tokens.slice(at + 3)]);
  }
  return variants;
}

function nearest(ranking: Ranking): readonly Scored[] {
  return [...ranking.values()].filter(({ score }) => score >= LEAST_GUESS);
}

function candidateOf({ element, score, reasons }: Scored): Candidate {
  return { element, score: Math.round(score * 100) / 100, reasons };
}

/** The score and the reasons in words: `0.95: says "Delete", in e5 (says "Milk")`. */
export function explain({ score, reasons }: Candidate): string {
  return `${score.toFixed(2)}: ${reasons.join(", ")}`;
}

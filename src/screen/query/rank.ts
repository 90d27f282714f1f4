import { nounReadings, rankNoun } from "./noun.js";
import { matchWords, OWNER, type Token, textOfTokens } from "./phrase.js";
import { counted, placed } from "./places.js";
import type { ScreenIndex } from "./query-screen.js";
import { regionNamed } from "./regions.js";
import { relate, within } from "./relate.js";
import { bestOf, goodOnes, LEAST_SCORE, type Ranking, type Scored, scale } from "./scored.js";
import {
  DETERMINERS,
  ORDINAL_PHRASES,
  ordinalOf,
  type Place,
  placeOf,
  RELATIONS,
  type Relation,
} from "./vocabulary.js";
import { rankWith } from "./with.js";

/**
 * How well each element matches the words, over every way to read them: as a label, or as a kind, a state, an ordinal,
 * a position and relations to other elements that the words name. Each part of the words is evaluated once.
 */
export function rankPhrase(tokens: readonly Token[], index: ScreenIndex): Ranking {
  return new Ranker(tokens, index).rank(0, tokens.length);
}

class Ranker {
  readonly #tokens: readonly Token[];
  readonly #index: ScreenIndex;
  readonly #known = new Map<string, Ranking>();

  constructor(tokens: readonly Token[], index: ScreenIndex) {
    this.#tokens = tokens;
    this.#index = index;
  }

  rank(from: number, to: number): Ranking {
    const key = `${from}-${to}`;
    const known = this.#known.get(key);
    if (known) return known;
    const ranking = bestOf([...this.#readings(from, to)].flatMap((one) => [...one.values()]));
    this.#known.set(key, ranking);
    return ranking;
  }

  *#readings(from: number, to: number): Generator<Ranking> {
    if (from >= to) return;
    const tokens = this.#tokens.slice(from, to);
    yield* this.#nouns(tokens);
    if (DETERMINERS.has(tokens[0]?.word ?? "") && tokens.length > 1) yield this.rank(from + 1, to);
    yield* this.#ordinals(from, to);
    yield* this.#places(from, to);
    for (let at = from + 1; at < to; at++) {
      yield* this.#owned(from, at, to);
      yield* this.#relations(from, at, to);
    }
  }

  *#nouns(tokens: readonly Token[]): Generator<Ranking> {
    for (const reading of nounReadings(tokens)) {
      yield rankNoun(reading, this.#index);
      if (reading.kind === null || reading.label.length === 0) continue;
      const heads = accepted(rankNoun({ ...reading, label: [] }, this.#index));
      const anchors = goodOnes(rankNoun({ kind: null, states: [], label: reading.label }, this.#index));
      yield relate("known by", { heads, anchors }, this.#index);
    }
  }

  *#ordinals(from: number, to: number): Generator<Ranking> {
    for (const [words, ordinal] of ORDINAL_PHRASES) {
      const count = matchWords(this.#tokens, from, words);
      if (count > 0 && from + count < to) yield this.#counted(ordinal, from + count, to);
    }
    const ordinal = ordinalOf(this.#tokens[from]?.word ?? "");
    if (ordinal !== undefined && from + 1 < to) yield this.#counted(ordinal, from + 1, to);
  }

  #counted(ordinal: number, from: number, to: number): Ranking {
    return counted(ordinal, this.rank(from, to), ({ ref }) => this.#index.byRef.get(ref)?.place ?? 0);
  }

  /** Reads "top right button" and "button at the top right (of the screen)". */
  *#places(from: number, to: number): Generator<Ranking> {
    for (const count of [2, 1]) {
      const place = this.#placeAt(from, count);
      if (place && from + count < to) yield this.#placed(place, this.rank(from + count, to));
    }
    for (let at = from + 1; at < to; at++) {
      const clause = this.#placeClause(at, to);
      if (clause && at + clause.length === to) yield this.#placed(clause.place, this.rank(from, at));
    }
  }

  #placed(place: Place, ranking: Ranking): Ranking {
    return placed(place, ranking, this.#index.frame);
  }

  #placeAt(at: number, count: number): Place | undefined {
    const words = this.#tokens.slice(at, at + count).map(({ word }) => word);
    return words.length === count && !words.includes("") ? placeOf(words.join(" ")) : undefined;
  }

  /** `at the top right`, `in the bottom left corner`, `on the left side`, `top right`; undefined for anything else. */
  #placeClause(at: number, to: number): { readonly place: Place; readonly length: number } | undefined {
    let next = at;
    const skip = (...words: readonly string[]) => {
      if (next < to && words.includes(this.#tokens[next]?.word ?? "")) next += 1;
    };
    skip("at", "in", "on");
    skip("the");
    for (const count of [2, 1]) {
      const place = next + count <= to ? this.#placeAt(next, count) : undefined;
      if (!place) continue;
      next += count;
      skip("corner", "side", "edge", "end", "half", "part");
      return { place, length: next - at };
    }
    return undefined;
  }

  *#relations(from: number, at: number, to: number): Generator<Ranking> {
    const clause = this.#placeClause(at, to);
    const link = clause && ["of", "in", "on"].includes(this.#tokens[at + clause.length]?.word ?? "");
    if (clause && link) {
      const anchors = { from: at + clause.length + 1, to };
      yield this.#placed(clause.place, this.#related("in", this.rank(from, at), anchors));
    }
    for (const [words, relation] of RELATIONS) {
      const count = matchWords(this.#tokens, at, words);
      if (count > 0 && at + count < to) yield this.#related(relation, this.rank(from, at), { from: at + count, to });
    }
  }

  /** Reads "Milk's delete button", which is in the row, and "Milk's row", which is the row itself. */
  *#owned(from: number, at: number, to: number): Generator<Ranking> {
    if (this.#tokens[at]?.word !== OWNER || at + 1 >= to) return;
    const owned = this.rank(at + 1, to);
    yield this.#related("in", owned, { from, to: at });
    yield this.#related("with", owned, { from, to: at });
  }

  #related(relation: Relation, ranking: Ranking, range: { readonly from: number; readonly to: number }): Ranking {
    const heads = accepted(ranking);
    if (heads.length === 0) return NOTHING;
    const tokens = this.#tokens.slice(range.from, range.to);
    if (relation === "with" || relation === "named") {
      const anchors = relation === "with" ? goodOnes(this.rank(range.from, range.to)) : [];
      return rankWith({ heads, tokens, anchors, isWhole: relation === "named" }, this.#index);
    }
    const region =
      relation === "in" ? regionNamed(textOfTokens(withoutDeterminer(tokens)).toLowerCase(), this.#index) : undefined;
    const inRegion = region ? within(region, heads) : NOTHING;
    const anchors = goodOnes(this.rank(range.from, range.to));
    const related = relate(relation, { heads, anchors }, this.#index);
    // An element that does not have the given relation is at most a guess.
    const elsewhere = heads.map((head) => scale(head, ELSEWHERE, "but not where it was said to be"));
    return bestOf([...inRegion.values(), ...related.values(), ...elsewhere]);
  }
}

const ELSEWHERE = 0.5;
const NOTHING: Ranking = new Map();

function withoutDeterminer(tokens: readonly Token[]): readonly Token[] {
  return DETERMINERS.has(tokens[0]?.word ?? "") ? tokens.slice(1) : tokens;
}

/** The elements that match well enough by themselves, before relations are checked. */
function accepted(ranking: Ranking): readonly Scored[] {
  return [...ranking.values()].filter(({ score }) => score >= LEAST_SCORE);
}

// Finds the words of a language that translate an English word, in any form: words in the translations of messages with
// that English word that occur with no other English word more regularly. The more frequent words are taken first, as
// long as each explains messages that no earlier word explains.

/** Longer messages are ignored: they say too little about each of their words. */
const MOST_ENGLISH = 9;
/** The least number of messages that a word has to explain. */
const LEAST_EXPLAINED = 4;
/** The same for a run of characters: there are many runs, and some end inside a word. */
const LEAST_OF_RUN = 10;
/** The least share of a word's messages that have the English word, unless the concept sets its own. */
const LEAST_SHARE = 0.4;
/** The least regularity of a word with the concept's English words, as a share of that with its best English word. */
const LEAST_OF_BEST = 0.6;
const LONGEST_RUN = 4;
/** Shorter words are parts of a verb, articles and the like. */
const LEAST_LETTERS = 3;
const LATIN = /^\p{Script=Latin}+$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Scripts without blanks whose words may be longer than a run of characters: a dictionary divides them into words. */
const BY_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const dictionary = new Intl.Segmenter("th", { granularity: "word" });

/**
 * For messages of one language: concept → word → sources. `wanted` has the English words of each concept, the sources
 * where they have another meaning, and, for some, the only sources where they have this meaning.
 */
export function mineWords(messages, wanted, plain) {
  const read = distinct(messages, plain);
  const byToken = indexOf(read);
  const concepts = Object.entries(wanted).map(([name, { words, not = [], only = null, share = LEAST_SHARE }]) => {
    const fits = ({ text, sources }) =>
      words.some((word) => text.includes(` ${word} `)) &&
      (only === null ? [...sources].some((one) => !not.includes(one)) : only.some((one) => sources.has(one)));
    return { name, words, share, own: new Set(read.flatMap((one, place) => (fits(one) ? [place] : []))) };
  });
  const known = new Set(concepts.flatMap(({ words }) => words));
  return Object.fromEntries(concepts.map((concept) => [concept.name, wordsOf(concept, { read, byToken, known })]));
}

/** Each pair of an English text and its translation once, with all sources that have it. */
function distinct(messages, plain) {
  const pairs = new Map();
  for (const { english, text, source } of messages) {
    const [from, to] = [plain(english), plain(text)];
    if (from === "" || to === "" || from === to || from.split(" ").length > MOST_ENGLISH) continue;
    const key = `${from}\t${to}`;
    const one = pairs.get(key) ?? {
      text: ` ${from} `,
      words: new Set(from.split(" ")),
      tokens: tokensOf(to),
      sources: new Set(),
    };
    one.sources.add(source);
    pairs.set(key, one);
  }
  return [...pairs.values()];
}

/** The words and the pairs of neighbouring words; for scripts without blanks, runs of two to four characters. */
function tokensOf(text) {
  const words = text.split(" ").filter((word) => !/\d/.test(word));
  const tokens = new Set();
  for (const [place, word] of words.entries()) {
    if (UNSPACED.test(word)) for (const run of runsOf(word)) tokens.add(run);
    else if (BY_DICTIONARY.test(word)) for (const one of dictionaryWords(word)) tokens.add(one);
    else {
      if (word.length >= LEAST_LETTERS || !LATIN.test(word)) tokens.add(word);
      const next = words[place + 1];
      if (next !== undefined && !UNSPACED.test(next)) tokens.add(`${word} ${next}`);
    }
  }
  return tokens;
}

/** The words that the dictionary finds, and the pairs of neighbouring words. */
function* dictionaryWords(word) {
  const words = [...dictionary.segment(word)].map(({ segment }) => segment);
  for (const [place, one] of words.entries()) {
    if (one.length >= LEAST_LETTERS - 1) yield one;
    if (place + 1 < words.length) yield one + words[place + 1];
  }
}

function* runsOf(word) {
  for (let from = 0; from < word.length; from += 1)
    for (let to = from + 2; to <= Math.min(word.length, from + LONGEST_RUN); to += 1) yield word.slice(from, to);
}

function indexOf(read) {
  const byToken = new Map();
  for (const [place, { tokens }] of read.entries())
    for (const token of tokens) {
      const places = byToken.get(token);
      if (places) places.push(place);
      else byToken.set(token, [place]);
    }
  return byToken;
}

function wordsOf({ own, words, share }, { read, byToken, known }) {
  const counts = new Map();
  for (const place of own) for (const token of read[place].tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const candidates = [...counts]
    .filter(([token, count]) => count >= LEAST_EXPLAINED && count / (byToken.get(token)?.length ?? 0) >= share)
    .toSorted(([a, of], [b, other]) => other - of || a.length - b.length);
  const explained = new Set();
  const found = new Map();
  for (const [token] of candidates) {
    const places = byToken.get(token) ?? [];
    const more = places.filter((place) => own.has(place) && !explained.has(place));
    if (
      more.length < (UNSPACED.test(token) ? LEAST_OF_RUN : LEAST_EXPLAINED) ||
      !isBest({ places, own, words, known, read })
    )
      continue;
    for (const place of more) explained.add(place);
    const sources = new Map();
    for (const place of more)
      for (const source of read[place].sources) sources.set(source, (sources.get(source) ?? 0) + 1);
    found.set(
      token,
      [...sources]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, 3)
        .map(([source]) => source),
    );
  }
  return found;
}

/** Whether a word occurs with the concept's English words about as regularly as with any English word of no concept. */
function isBest({ places, own, words, known, read }) {
  const score = (both, other) => (2 * both) / (places.length + other);
  const mine = score(places.filter((place) => own.has(place)).length, own.size);
  const beside = new Map();
  for (const place of places) for (const word of read[place].words) beside.set(word, (beside.get(word) ?? 0) + 1);
  for (const [word, both] of beside) {
    if (known.has(word) || words.includes(word) || both < places.length * LEAST_SHARE) continue;
    if (mine < LEAST_OF_BEST * score(both, countOf(word, read))) return false;
  }
  return true;
}

const totals = new WeakMap();

function countOf(word, read) {
  let counts = totals.get(read);
  if (!counts) {
    counts = new Map();
    for (const { words } of read) for (const one of words) counts.set(one, (counts.get(one) ?? 0) + 1);
    totals.set(read, counts);
  }
  return counts.get(word) ?? 0;
}

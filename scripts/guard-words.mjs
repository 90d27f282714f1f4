// Writes the words by which the guard recognises what a button does: scripts/guard-words/words.json, with the sources
// of each word, and assets/guard-words.txt, in the program's format; and assets/guard-letters.txt, the letters of other
// scripts that resemble Latin letters.
//
//   npx node scripts/guard-words/fetch-sources.mjs FOLDER
//   npx node scripts/guard-words.mjs FOLDER [--check]
//
// (`npx node` is the project's own Node 24, as docs/develop.md says.) The second takes some minutes and 3 GB of memory.
//
// The first command downloads the sources of scripts/guard-words/sources.tsv, in exactly these versions: AOSP's
// framework, Debian's packages and other translation catalogues. With --check the second command writes nothing, and
// compares the written words with the sources, word by word. The folder has `framework.jar`, `en-US.pak` and
// `packages`, with a folder for each source. If a source is missing, it is named and nothing is written, because other
// sources would give other words. `made` in words.json has digests of the concepts, the sources and the words: a test
// fails if any of them was changed without making the words again.
//
// Words are found in two ways: translations of a whole English text of scripts/guard-words/concepts.json, and words
// that regularly translate one of its words (scripts/guard-words/mine-words.mjs).

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { lettersFrom } from "./guard-words/look-alikes.mjs";
import { madeFrom } from "./guard-words/made-from.mjs";
import { mineWords } from "./guard-words/mine-words.mjs";
import { messagesFrom } from "./guard-words/read-sources.mjs";
import { isUnpacked, listedSources } from "./guard-words/sources.mjs";
import { phrasesOf } from "./guard-words/write-phrases.mjs";

const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) throw new Error("give the folder that fetch-sources.mjs filled");
const missing = listedSources().filter((source) => !isUnpacked(folder, source));
if (missing.length > 0)
  throw new Error(`${missing.length} sources are not in ${folder}: ${missing.map(({ name }) => name).join(", ")}`);
const { languages, concepts } = JSON.parse(readFileSync(new URL("guard-words/concepts.json", import.meta.url), "utf8"));

/** Concept → language → words → sources. */
const found = Object.fromEntries(Object.keys(concepts).map((name) => [name, {}]));
const byEnglish = new Map();
for (const [name, { english }] of Object.entries(concepts))
  for (const words of english) byEnglish.set(words, [...(byEnglish.get(words) ?? []), name]);

/** English words whose translation must not be more frequent than the concept's own: "cancel" is not "delete". */
const others = new Map();
for (const [name, { except = [] }] of Object.entries(concepts))
  for (const words of except) others.set(words, [...(others.get(words) ?? []), name]);
/** Concept, language and word → the sources where it translates the concept's own texts, or one of `others`. */
const wholes = { own: new Map(), other: new Map() };

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The rest of "verb noun" without the noun is only a small word, not the verb, if it is shorter than this. */
const LEAST_OF_VERB = 3;

/** The largest number of sources that are listed for a word. */
const MOST_SOURCES = 4;
/** Invisible characters, which src/guard/target-facts.ts leaves out, too. */
const UNSEEN = /(?!\u200c)\p{Default_Ignorable_Code_Point}|(?<!\p{Script=Arabic})\u200c/gu;
/** A longer text is neither the label of a button nor a question. */
const LONGEST = 120;
/** mine-words.mjs ignores texts with more English words than this. */
const MOST_WORDS = 9;

const messages = new Map(languages.map((language) => [language, []]));
const places = {
  framework: join(folder, "framework.jar"),
  english: join(folder, "en-US.pak"),
  packages: join(folder, "packages"),
  letters: join(folder, "packages/confusable-homoglyphs/confusable_homoglyphs/confusables.json"),
};
for (const one of messagesFrom(places)) {
  if (one.english.length > LONGEST || one.text.length > LONGEST || one.english.split(/\s+/).length > MOST_WORDS)
    continue;
  messages.get(one.language)?.push(one);
}
const mined = Object.fromEntries(
  Object.entries(concepts).flatMap(([name, { mined: own }]) => (own ? [[name, own]] : [])),
);
for (const [language, found] of messages) {
  // In an order that does not depend on the paths of the files.
  const own = inOrder(found);
  messages.delete(language);
  for (const one of own) note(one);
  for (const [name, words] of Object.entries(mineWords(own, mined, plain)))
    for (const [word, sources] of words) for (const source of sources) add(name, language, word, source);
}
for (const [name, { english, mined: own }] of Object.entries(concepts))
  for (const words of new Set([...english, ...(own?.words ?? [])])) add(name, "en", words, "concepts");

// Finds a verb by its noun: in "empty trash" it is the rest without the words for the bin.
for (const [name, { beside }] of Object.entries(concepts))
  for (const [language, own] of beside ? Object.entries(found[name]) : [])
    for (const [words, sources] of Object.entries(own))
      for (const rest of withoutAny(words, Object.keys(found[beside][language] ?? {})))
        for (const source of sources) add(name, language, rest, source);

// Drops words that also belong to an `unlike` concept, such as "no" or "later": they only occurred next to the concept.
for (const [name, { unlike = [] }] of Object.entries(concepts))
  for (const [language, own] of Object.entries(found[name]))
    for (const other of language === "en" ? [] : unlike)
      for (const word of Object.keys(found[other][language] ?? {})) delete own[word];

for (const name of new Set([...others.values()].flat()))
  for (const [language, own] of Object.entries(found[name]))
    if (language !== "en")
      found[name][language] = Object.fromEntries(
        Object.entries(own).filter(([word]) => !isAnother(name, language, word)),
      );

// Words that make the guard ask less need several sources: the choice of a single translator is not enough.
for (const [name, { least = 1 }] of Object.entries(concepts))
  for (const [language, own] of Object.entries(found[name]))
    if (language !== "en")
      found[name][language] = Object.fromEntries(Object.entries(own).filter(([, from]) => from.length >= least));

const sources = [
  ...new Set(Object.values(found).flatMap((one) => Object.values(one).flatMap((words) => Object.values(words).flat()))),
].sort();
const words = Object.fromEntries(Object.entries(found).map(([name, one]) => [name, sorted(one)]));
const about =
  "Written by scripts/guard-words.mjs. Behind each word: the places in `sources` of the texts that it was read from.";
const written = { sources, words: numbered(words, sources) };
const text = `${JSON.stringify({ about, made: madeFrom(written), ...written }).replaceAll('},"', '},\n"')}\n`;
const asked = Object.fromEntries(Object.entries(words).filter(([name]) => !concepts[name].aside));
const files = [
  [new URL("guard-words/words.json", import.meta.url), text],
  [new URL("../assets/guard-words.txt", import.meta.url), phrasesOf(asked)],
  [
    new URL("../assets/guard-letters.txt", import.meta.url),
    lettersFrom(JSON.parse(readFileSync(places.letters, "utf8"))),
  ],
];
if (values.check) {
  const other = files.filter(([url, own]) => readFileSync(url, "utf8") !== own).map(([url]) => url.pathname);
  if (other.length > 0) throw new Error(`the sources say otherwise than ${other.join(" and ")}`);
} else for (const [url, own] of files) writeFileSync(url, own);

function inOrder(found) {
  const keyed = found.map((one) => [`${one.source}\t${one.english}\t${one.text}`, one]);
  return keyed.sort(([a], [b]) => (a < b ? -1 : Number(a > b))).map(([, one]) => one);
}

/** The label as `asWords` of src/guard/target-facts.ts spells it, without the mnemonic marks of menus. */
function plain(label) {
  const bare = label.replace(/\s*\([_&~]?\w\)/gu, "").replace(/[_&~](?=[\p{L}\p{M}])/gu, "");
  return bare
    .normalize("NFKC")
    .replace(UNSEEN, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, " ")
    .replaceAll("'", " ")
    .trim()
    .replace(/ +/g, " ");
}

function note({ english, language, text, source }) {
  const [from, to] = [plain(english), plain(text)];
  for (const name of byEnglish.get(from) ?? []) {
    const { not = [], only = [source] } = concepts[name];
    if (not.includes(source) || !only.includes(source)) continue;
    add(name, language, to, source);
    count(wholes.own, name, language, to).add(source);
  }
  for (const name of others.get(from) ?? []) count(wholes.other, name, language, to).add(source);
}

function count(all, ...key) {
  const name = key.join("\t");
  const known = all.get(name) ?? new Set();
  all.set(name, known);
  return known;
}

function isAnother(...key) {
  return count(wholes.other, ...key).size > count(wholes.own, ...key).size;
}

function add(name, language, words, source) {
  if (
    words === "" ||
    words.length > 40 ||
    (language !== "en" && /^[a-z]+$/.test(words) && byEnglish.has(words) && source !== "aosp-framework")
  )
    return;
  found[name][language] ??= {};
  const inLanguage = found[name][language];
  const known = inLanguage[words] ?? [];
  if (!known.includes(source) && known.length < MOST_SOURCES) inLanguage[words] = [...known, source];
}

/** The words before or after one of `nouns`, the longest that matches. */
function withoutAny(words, nouns) {
  const blank = UNSPACED.test(words) ? "" : " ";
  const isEdge = (one) => words.startsWith(`${one}${blank}`) || words.endsWith(`${blank}${one}`);
  const noun = nouns.filter((one) => one !== words && isEdge(one)).toSorted((a, b) => b.length - a.length)[0];
  if (noun === undefined) return [];
  const rest = words.startsWith(`${noun}${blank}`) ? words.slice(noun.length) : words.slice(0, -noun.length);
  return rest.trim().length >= (blank === "" ? 2 : LEAST_OF_VERB) ? [rest.trim()] : [];
}

function sorted(one) {
  return Object.fromEntries(Object.entries(one).sort(([a], [b]) => languages.indexOf(a) - languages.indexOf(b)));
}

function numbered(all, names) {
  return Object.fromEntries(
    Object.entries(all).map(([name, one]) => [
      name,
      Object.fromEntries(
        Object.entries(one).map(([language, list]) => [
          language,
          Object.fromEntries(
            Object.entries(list)
              .sort()
              .map(([word, from]) => [word, from.map((source) => names.indexOf(source))]),
          ),
        ]),
      ),
    ]),
  );
}

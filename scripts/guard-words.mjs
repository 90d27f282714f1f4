// Writes the words by which the guard knows what a button does: scripts/guard-words/words.json, each with where it
// was read, and assets/guard-words.txt, as the program reads them.
//
//   node scripts/guard-words.mjs --framework android-all.jar --english en-US.pak --packages FOLDER [--keep]
//
// With --keep what words.json has stays: sources that are not in the folder are not read again, and words that more
// sources no longer show as regularly are not forgotten.
//
// The jar is org.robolectric:android-all of Maven Central, which holds the resources of AOSP's framework;
// en-US.pak the English texts of Debian's package `chromium`. The folder has a folder for each package, as
// `dpkg-deb -x PACKAGE.deb FOLDER/NAME` makes it (PyPI's django-oscar and the folder src/i18n/strings of npm's
// matrix-react-sdk 3.60.0 are unpacked beside them, and the folder res of AARs of Maven Central: Stripe 20.47.3,
// Adyen 5.20.0, RevenueCat's and Braintree's pay sheets, and the wheels of PyPI's pretix 2026.8.0, wagtail 8.0.1 and
// weblate 5.14.3); the file names in the answer say which. Words come in two
// ways: what stands for an English text of scripts/guard-words/concepts.json as a whole, and what stands for one
// of its words regularly (scripts/guard-words/mine-words.mjs).

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { mineWords } from "./guard-words/mine-words.mjs";
import { messagesFrom } from "./guard-words/read-sources.mjs";
import { phrasesOf } from "./guard-words/write-phrases.mjs";

const { values } = parseArgs({
  options: {
    framework: { type: "string" },
    english: { type: "string" },
    packages: { type: "string" },
    keep: { type: "boolean" },
  },
});
const { languages, concepts } = JSON.parse(readFileSync(new URL("guard-words/concepts.json", import.meta.url), "utf8"));

/** Concept → language → words → sources. */
const found = Object.fromEntries(Object.keys(concepts).map((name) => [name, {}]));
const byEnglish = new Map();
for (const [name, { english }] of Object.entries(concepts))
  for (const words of english) byEnglish.set(words, [...(byEnglish.get(words) ?? []), name]);

/** English words of which a concept takes no translation, more often than its own: "cancel" is not "delete". */
const others = new Map();
for (const [name, { except = [] }] of Object.entries(concepts))
  for (const words of except) others.set(words, [...(others.get(words) ?? []), name]);
/** Concept, language and word → the sources in which it stands for the concept's own texts, and for those others. */
const wholes = { own: new Map(), other: new Map() };

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** So many of the sources of a word are written down. */
const MOST_SOURCES = 4;
/** A longer text is neither the name of a button nor a question. */
const LONGEST = 120;

const messages = new Map(languages.map((language) => [language, []]));
for (const one of messagesFrom(values)) {
  if (one.english.length > LONGEST || one.text.length > LONGEST) continue;
  messages.get(one.language)?.push(one);
}
const mined = Object.fromEntries(
  Object.entries(concepts).flatMap(([name, { mined: own }]) => (own ? [[name, own]] : [])),
);
for (const [language, own] of messages) {
  for (const one of own) note(one);
  for (const [name, words] of Object.entries(mineWords(own, mined, plain)))
    for (const [word, sources] of words) for (const source of sources) add(name, language, word, source);
}
for (const [name, { english, mined: own }] of Object.entries(concepts))
  for (const words of new Set([...english, ...(own?.words ?? [])])) add(name, "en", words, "concepts");

if (values.keep) {
  const before = JSON.parse(readFileSync(new URL("guard-words/words.json", import.meta.url), "utf8"));
  for (const [name, byLanguage] of Object.entries(before.words))
    for (const [language, list] of Object.entries(found[name] === undefined ? {} : byLanguage))
      for (const [word, from] of Object.entries(list))
        for (const source of from.map((place) => before.sources[place]))
          if (source !== "concepts") add(name, language, word, source);
}

// A verb is known beside its noun: of "empty trash" what is left without the words for the bin.
for (const [name, { beside }] of Object.entries(concepts))
  for (const [language, own] of beside ? Object.entries(found[name]) : [])
    for (const [words, sources] of Object.entries(own))
      for (const rest of withoutAny(words, Object.keys(found[beside][language] ?? {})))
        for (const source of sources) add(name, language, rest, source);

for (const name of new Set([...others.values()].flat()))
  for (const [language, own] of Object.entries(found[name]))
    if (language !== "en")
      found[name][language] = Object.fromEntries(
        Object.entries(own).filter(([word]) => !isAnother(name, language, word)),
      );

// Words by which the guard asks less are no single translator's.
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
const text = JSON.stringify({ about, sources, words: numbered(words, sources) });
writeFileSync(new URL("guard-words/words.json", import.meta.url), `${text.replaceAll('},"', '},\n"')}\n`);
writeFileSync(new URL("../assets/guard-words.txt", import.meta.url), phrasesOf(words));

/** As `asWords` of src/guard/target-facts.ts spells them, without the letters that are underlined in menus. */
function plain(label) {
  const bare = label.replace(/\s*\([_&~]?\w\)/gu, "").replace(/[_&~](?=[\p{L}\p{M}])/gu, "");
  return bare
    .normalize("NFKC")
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

/** What stands before or behind one of `nouns`, the longest that fits. */
function withoutAny(words, nouns) {
  const blank = UNSPACED.test(words) ? "" : " ";
  const isEdge = (one) => words.startsWith(`${one}${blank}`) || words.endsWith(`${blank}${one}`);
  const noun = nouns.filter((one) => one !== words && isEdge(one)).toSorted((a, b) => b.length - a.length)[0];
  if (noun === undefined) return [];
  const rest = words.startsWith(`${noun}${blank}`) ? words.slice(noun.length) : words.slice(0, -noun.length);
  return rest.trim().length >= 2 ? [rest.trim()] : [];
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

// Writes assets/guard-words.json: the words by which the guard knows what a button does, each with where it was read.
//
//   node scripts/guard-words.mjs --framework android-all.jar --packages FOLDER
//
// The jar is org.robolectric:android-all of Maven Central, which holds the resources of AOSP's framework. The folder has a
// folder for each Debian package, as `dpkg-deb -x PACKAGE.deb FOLDER/NAME` makes it; the file names in the answer say which.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { textsOf } from "./guard-words/read-arsc.mjs";
import { messagesOf } from "./guard-words/read-mo.mjs";

const { values } = parseArgs({ options: { framework: { type: "string" }, packages: { type: "string" } } });
const { languages, concepts } = JSON.parse(readFileSync(new URL("guard-words/concepts.json", import.meta.url), "utf8"));

/** As the framework and the catalogues name what is one language here. */
const LOCALES = { "zh-CN": "zh", zh_CN: "zh", zh_TW: "zh-TW", "pt-BR": "pt", pt_BR: "pt", in: "id" };

/** Concept → language → words → sources. */
const found = Object.fromEntries(Object.keys(concepts).map((name) => [name, {}]));
const byEnglish = new Map();
for (const [name, { english }] of Object.entries(concepts)) for (const words of english) byEnglish.set(words, name);

for (const one of [...frameworkMessages(values.framework), ...catalogueMessages(values.packages)]) note(one);
for (const [name, { english }] of Object.entries(concepts))
  for (const words of english) add(name, "en", words, "concepts");

const sources = [
  ...new Set(Object.values(found).flatMap((one) => Object.values(one).flatMap((words) => Object.values(words).flat()))),
].sort();
const words = Object.fromEntries(Object.entries(found).map(([name, one]) => [name, sorted(one)]));
const about =
  "Written by scripts/guard-words.mjs. Behind each word: the places in `sources` of the texts that it was read from.";
const text = JSON.stringify({ about, sources, words: numbered(words, sources) });
writeFileSync(new URL("../assets/guard-words.json", import.meta.url), `${text.replaceAll('},"', '},\n"')}\n`);

/** As `asWords` of src/guard/target-facts.ts spells them, without the letters that are underlined in menus. */
function plain(label) {
  const bare = label.replace(/\s*\([_&]?\w\)/gu, "").replace(/[_&](?=[\p{L}\p{M}])/gu, "");
  return bare
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}']+/gu, " ")
    .replaceAll("'", " ")
    .trim()
    .replace(/ +/g, " ");
}

function note({ english, language, text, source }) {
  const name = byEnglish.get(plain(english));
  if (name === undefined || !languages.includes(language)) return;
  const { not = [], only = [source] } = concepts[name];
  if (not.includes(source) || !only.includes(source)) return;
  add(name, language, plain(text), source);
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
  if (!known.includes(source)) inLanguage[words] = [...known, source];
}

function* frameworkMessages(jar) {
  const bytes = execFileSync("unzip", ["-p", jar, "resources.arsc"], { maxBuffer: 1 << 30 });
  const texts = [...textsOf(bytes)];
  const english = new Map(texts.filter(({ locale }) => locale === "").map(({ name, text }) => [name, text]));
  for (const { locale, name, text } of texts) {
    const language = LOCALES[locale] ?? locale;
    if (english.has(name)) yield { english: english.get(name), language, text, source: "aosp-framework" };
  }
}

function* catalogueMessages(folder) {
  for (const path of filesBelow(folder).filter((name) => name.endsWith(".mo"))) {
    const locale = /\/([^/]+)\/LC_MESSAGES\//.exec(path)?.[1] ?? "";
    const language = LOCALES[locale] ?? locale;
    if (!languages.includes(language)) continue;
    const source = path
      .slice(folder.length)
      .split("/")
      .find((part) => part !== "");
    for (const { english, text } of messagesOf(readFileSync(path))) yield { english, language, text, source };
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, basename(one.name)));
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

// All messages in which words are searched: `{ english, language, text, source }`.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { textsOf } from "./read-arsc.mjs";
import { textsOfFluent, textsOfProperties } from "./read-fluent.mjs";
import { leaves, textsByKey } from "./read-keyed.mjs";
import { messagesOf } from "./read-mo.mjs";
import { textsOfPak } from "./read-pak.mjs";
import { textsOfXml } from "./read-values.mjs";

/** Our language code for the locale codes of sources that differ. */
const LOCALES = {
  "zh-CN": "zh",
  "zh-Hans": "zh",
  "zh-Hant": "zh-TW",
  "pt-BR": "pt",
  "pt-PT": "pt",
  in: "id",
  "es-ES": "es",
  "es-419": "es",
  "de-DE": "de",
  "hi-IN": "hi",
  "sv-SE": "sv",
  iw: "he",
  tl: "fil",
  no: "nb",
  "nb-NO": "nb",
  "sr@latin": "sr-Latn",
  "sr@Latn": "sr-Latn",
  hye: "hy",
  "bn-BD": "bn",
  kz: "kk",
  ptBR: "pt",
  ptPT: "pt",
  zhCN: "zh",
  zhTW: "zh-TW",
  "sr-Cyrl": "sr",
  "sr-RS-Cyrillic": "sr",
  "sr-RS-Latin": "sr-Latn",
  "sr-RS": "sr",
  "sr-ec": "sr",
  "sr-el": "sr-Latn",
  rs: "sr",
  rsLatin: "sr-Latn",
  "zh-hans": "zh",
  "zh-hant": "zh-TW",
  "zh-cn": "zh",
  "zh-tw": "zh-TW",
  zhTw: "zh-TW",
  bnBd: "bn",
  bnIn: "bn",
  ...Object.fromEntries(
    [
      ...["fr-FR", "it-IT", "nl-NL", "pl-PL", "cs-CZ", "ru-RU", "uk-UA", "tr-TR", "ar-SA", "id-ID", "ja-JP", "ko-KR"],
      ...["pa-IN", "gu-IN", "ne-NP", "hy-AM", "bn-IN", "or-IN", "ms-MY", "my-MM", "fa-IR", "ur-PK", "el-GR", "ta-LK"],
    ].map((locale) => [locale, locale.slice(0, 2)]),
  ),
};

/** A language with a country; not English, the original, and not Chinese or Serbian, which have two scripts. */
const WITH_COUNTRY = /^(?!en|zh|sr)([a-z]{2,3})-(?:[A-Z]{2}|[a-z]{2})$/;

function languageOf(locale) {
  const word = locale.replaceAll("_", "-");
  return LOCALES[word] ?? WITH_COUNTRY.exec(word)?.[1] ?? word;
}

/**
 * The messages of the framework's jar, and of a folder with a folder for each package: catalogues (.mo), Chromium's
 * locales (.pak), Mozilla's language packs (.xpi), translations keyed by the English text (strings/LANGUAGE.json), and
 * resources of Android libraries (res/values-LANGUAGE).
 */
export function* messagesFrom({ framework, packages, english }) {
  yield* frameworkMessages(framework);
  const sourceOf = (path) =>
    path
      .slice(packages.length)
      .split("/")
      .find((part) => part !== "")
      .replace(/^(libreoffice|firefox-esr|thunderbird)-l10n-.*/, "$1-l10n");
  const files = filesBelow(packages).map((path) => ({ path, source: sourceOf(path) }));
  yield* catalogueMessages(files.filter(({ path }) => path.endsWith(".mo")));
  for (const form of BY_KEY) yield* textsOfForm(files, form);
  yield* chromiumMessages(
    files.filter(({ path }) => path.endsWith(".pak")),
    english,
  );
  yield* mozillaMessages(files.filter(({ path }) => path.endsWith(".xpi")));
  yield* keyedMessages(files.filter(({ path }) => /\/strings\/\w+\.json$/.test(path)));
  yield* keyedMessages(files.filter(({ path }) => LOCALES_FOLDER.test(path)));
  yield* nestedMessages(files.filter(({ path }) => /\/translations\/\w+\.json$/.test(path)));
  yield* resourceMessages(files.filter(({ path }) => RESOURCES.test(path)));
  yield* iniMessages(files.filter(({ path }) => /\/locale\/[a-z]{2}-[A-Z]{2}\.ini$/.test(path)));
}

/** Texts of OBS: KEY="text" in a file for each language, with the keys of en-US.ini. */
function* iniMessages(files) {
  const textsOfIni = (path) =>
    [...readFileSync(path, "utf8").matchAll(/^([\w.]+)="(.*)"\s*$/gm)].map(([, key, text]) => [key, text]);
  for (const own of Map.groupBy(files, ({ path }) => dirname(path)).values()) {
    const english = new Map(
      own.filter(({ path }) => path.endsWith("/en-US.ini")).flatMap(({ path }) => textsOfIni(path)),
    );
    for (const { path, source } of own)
      for (const [key, text] of textsOfIni(path))
        if (english.has(key))
          yield { english: english.get(key), language: languageOf(basename(path, ".ini")), text, source };
  }
}

function* frameworkMessages(jar) {
  const bytes = execFileSync("unzip", ["-p", jar, "resources.arsc"], { maxBuffer: 1 << 30 });
  const texts = [...textsOf(bytes)];
  const english = new Map(texts.filter(({ locale }) => locale === "").map(({ name, text }) => [name, text]));
  for (const { locale, name, text } of texts)
    if (english.has(name))
      yield { english: english.get(name), language: languageOf(locale), text, source: "aosp-framework" };
}

/** The language of a catalogue is the name of its folder; in WordPress the end of its own name: admin-my_MM.mo. */
const CATALOGUE = /\/([^/]+)\/LC_MESSAGES\/|\/languages\/(?:[a-z]+-)*([a-z]{2,3}(?:_[A-Z]{2})?)\.mo$/;

function* catalogueMessages(files) {
  for (const { path, source } of files) {
    const locale =
      CATALOGUE.exec(path)
        ?.slice(1)
        .find((one) => one !== undefined) ?? "";
    for (const { english, text } of messagesOf(readFileSync(path)))
      yield { english, language: languageOf(locale), text, source };
  }
}

function* chromiumMessages(files, englishFile) {
  if (files.length === 0) return;
  const english = textsOfPak(readFileSync(englishFile));
  for (const { path, source } of files) {
    const texts = textsOfPak(readFileSync(path));
    const language = languageOf(basename(path, ".pak"));
    for (const [id, text] of texts) if (english.has(id)) yield { english: english.get(id), language, text, source };
  }
}

function* mozillaMessages(files) {
  const programs = Map.groupBy(files, ({ source }) => source);
  for (const [source, packs] of programs) {
    const texts = new Map(packs.map(({ path }) => [/langpack-([\w-]+)@/.exec(path)?.[1] ?? "", textsOfPack(path)]));
    const english = texts.get("en-GB");
    for (const [locale, own] of texts)
      for (const [name, text] of own)
        if (english?.has(name)) yield { english: english.get(name), language: languageOf(locale), text, source };
  }
}

function textsOfPack(path) {
  const folder = mkdtempSync(join(tmpdir(), "language-pack-"));
  try {
    execFileSync("unzip", ["-q", "-o", path, "*.ftl", "*.properties", "-d", folder], { stdio: "ignore" });
    const texts = new Map();
    for (const file of filesBelow(folder)) {
      const read = file.endsWith(".ftl") ? textsOfFluent : textsOfProperties;
      const place = file.slice(folder.length).replace(/\/(?:localization|locale)\/[\w-]+\//, "/");
      for (const [id, text] of read(readFileSync(file, "utf8"))) texts.set(`${place} ${id}`, text);
    }
    return texts;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Translations keyed by the English text in a folder for each language: locales/LANGUAGE/NAME.json. */
const LOCALES_FOLDER = /\/locales\/([\w-]+)\/[\w-]+\.json$/;

function* keyedMessages(files) {
  for (const { path, source } of files) {
    const language = languageOf(LOCALES_FOLDER.exec(path)?.[1] ?? basename(path, ".json"));
    for (const [english, text] of Object.entries(JSON.parse(readFileSync(path, "utf8"))))
      if (typeof text === "string") yield { english, language, text, source };
  }
}

/**
 * Paths of programs with a file of keys and texts for each language (wikis, web widgets, a meeting service, a mailer,
 * a block programming language), and the name of the English file.
 */
const BY_KEY = [
  { files: /\/i18n\/([a-z]{2,3}(?:-[a-z]+)?)\.json$/, english: "en" },
  { files: /\/primelocale\/package\/([a-z]{2,3}(?:-[A-Z]{2})?)\.json$/, english: "en", isNamed: true },
  { files: /\/uppy-locales\/package\/lib\/([a-z]{2}_[A-Z]{2}(?:_[A-Z][a-z]+)?)\.js$/, english: "en_US" },
  { files: /\/filepond\/package\/locale\/([a-z]{2}[_-][a-z]{2})\.js$/, english: "en-en" },
  { files: /\/package\/lang\/main-?([A-Za-z-]*)\.json$/, english: "" },
  { files: /\/dist\/languages\/([a-z]{2}[A-Za-z]*)\.js$/, english: "en" },
  { files: /\/blockly\/package\/msg\/([a-z]{2,3}(?:-[a-z]+)?)\.js$/, english: "en" },
  { files: /\/localization\/(\w+)\/labels\.inc$/, english: "en_US" },
];

/** A text with wiki markup: {{PLURAL:$1|…}}, [[page|words]]. */
const WITH_RULES = /\{\{|\[\[/;

function* textsOfForm(files, { files: pattern, english: ofEnglish, isNamed = false }) {
  const own = files.filter(({ path }) => pattern.test(path));
  const folderOf = ({ path }) => path.replace(pattern, "");
  for (const group of Map.groupBy(own, folderOf).values()) {
    const texts = group.map(({ path, source }) => {
      const keyed = textsByKey(path, readFileSync(path, "utf8"));
      // In one library the top key of a file is the language's own name.
      const named = isNamed ? keyed.map(([key, text]) => [key.replace(/^\/[^/]*/, ""), text]) : keyed;
      return { locale: pattern.exec(path)[1], source, texts: named };
    });
    const english = new Map(texts.find(({ locale }) => locale === ofEnglish)?.texts ?? []);
    for (const { locale, source, texts: of } of texts)
      for (const [key, text] of locale === ofEnglish ? [] : of) {
        const from = english.get(key);
        if (from !== undefined && from !== text && !WITH_RULES.test(from + text))
          yield { english: from, language: languageOf(locale), text, source };
      }
  }
}

/** Texts in nested objects with the keys of en.json: translations/LANGUAGE.json. */
function* nestedMessages(files) {
  for (const own of Map.groupBy(files, ({ path }) => dirname(path)).values()) {
    const texts = new Map(
      own.map(({ path }) => [basename(path, ".json"), new Map(leaves(JSON.parse(readFileSync(path, "utf8"))))]),
    );
    const { source } = own[0];
    for (const [locale, of] of texts)
      for (const [key, text] of locale === "en" ? [] : of) {
        const english = texts.get("en")?.get(key);
        if (english !== undefined) yield { english, language: languageOf(locale), text, source };
      }
  }
}

const RESOURCES = /\/res\/values(?:-([a-z]{2}(?:-r[A-Z]{2})?))?\/values[\w-]*\.xml$/;

/** The texts of each library's `res`, with the names of the English texts in `values`. */
function* resourceMessages(files) {
  const libraries = Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/res/")));
  for (const own of libraries.values()) {
    const english = new Map(
      own.filter(({ path }) => !RESOURCES.exec(path)?.[1]).flatMap(({ path }) => textsOfXml(path)),
    );
    for (const { path, source } of own) {
      const locale = RESOURCES.exec(path)?.[1];
      if (locale === undefined) continue;
      const language = languageOf(locale.replace("-r", "-"));
      for (const [name, text] of textsOfXml(path))
        if (english.has(name)) yield { english: english.get(name), language, text, source };
    }
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name));
}

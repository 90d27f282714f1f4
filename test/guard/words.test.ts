import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assetPath, packageRoot } from "../../src/base/assets.js";
import { CONCEPTS } from "../../src/guard/concepts.js";
import { asWords } from "../../src/guard/target-facts.js";
import { conceptsIn } from "../../src/guard/words.js";

interface File {
  readonly made: Readonly<Record<string, string>>;
  readonly sources: readonly string[];
  readonly words: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>>>;
}

const FOLDER = join(packageRoot(), "scripts", "guard-words");
const FILE: File = JSON.parse(readFileSync(join(FOLDER, "words.json"), "utf8"));

/** Concepts by which other words are found, and which the program does not read. */
const ASIDE: ReadonlySet<string> = new Set(["bill"]);

test("every concept has words with sources, and send and delete have words in at least ten languages", () => {
  assert.deepEqual(
    Object.keys(FILE.words)
      .filter((name) => !ASIDE.has(name))
      .sort(),
    [...CONCEPTS].sort(),
  );
  for (const concept of ["send", "delete", "buy", "install", "uninstall", "allow", "call", "discard"])
    assert.ok(Object.keys(FILE.words[concept] ?? {}).length >= 10, concept);
  for (const [concept, languages] of Object.entries(FILE.words))
    for (const [word, sources] of Object.values(languages).flatMap(Object.entries)) {
      assert.ok(Array.isArray(sources) && sources.length > 0, `${concept} ${word}`);
      assert.ok(
        sources.every((place: number) => FILE.sources[place] !== undefined),
        `${concept} ${word}`,
      );
    }
});

test("the word file equals what the script makes of its concepts and sources", async () => {
  const { madeFrom } = await import(join(FOLDER, "made-from.mjs"));
  assert.deepEqual(FILE.made, madeFrom(FILE));
  const [first = ""] = FILE.sources;
  assert.notDeepEqual(FILE.made, madeFrom({ ...FILE, sources: [`${first}x`, ...FILE.sources.slice(1)] }));
  const listed = readFileSync(join(FOLDER, "sources.tsv"), "utf8").trimEnd().split("\n");
  const folders = listed.map((line) =>
    line
      .split("\t")[4]
      ?.split("/")[0]
      ?.replace(/-l10n-.*/, "-l10n"),
  );
  const unlisted = FILE.sources.filter((name) => name !== "concepts" && name !== "aosp-framework");
  assert.deepEqual(
    unlisted.filter((name) => !folders.includes(name)),
    [],
  );
});

test("Korean labels are recognised with and without spaces", () => {
  assert.ok(conceptsIn("바뀐 내용 버리기").whole.has("discard"));
  assert.ok(conceptsIn("바뀐내용 버리기").whole.has("discard"));
  assert.ok(!conceptsIn("바뀐 버리기").whole.has("discard"));
});

test("the program reads every word in the file with sources, spelled as it spells labels", async () => {
  const { phrasesOf } = await import(join(FOLDER, "write-phrases.mjs"));
  const text = readFileSync(assetPath("guard-words.txt"), "utf8");
  const asked = Object.fromEntries(Object.entries(FILE.words).filter(([name]) => !ASIDE.has(name)));
  assert.ok(text === phrasesOf(asked), "assets/guard-words.txt is another list than words.json has");
  for (const [name, languages] of Object.entries(asked)) {
    const concept = CONCEPTS.find((one) => one === name) ?? assert.fail(name);
    for (const phrase of Object.values(languages).flatMap(Object.keys))
      assert.ok(conceptsIn(phrase).whole.has(concept), `${name} ${phrase}`);
  }
});

test("regular translations of an English word are recognised in their other forms", () => {
  const of = (label: string) => conceptsIn(asWords(label));
  const forms = ["supprimez", "silinsin", "usunąć", "삭제하시겠습니까", "delete"];
  for (const form of forms) assert.ok(of(form).any.has("delete"), form);
  for (const form of ["корзину", "kosza", "cestino", "المهملات"]) assert.ok(of(form).near.has("bin"), form);
  // An imperative and the act that it asks for; a conjunction and the word that it is written together with.
  assert.ok(of("نشر").whole.has("publish") || of("نشر").any.has("publish"));
  assert.ok(of("والحذف").any.has("delete"));
  assert.ok(!of("permanently").any.has("delete"));
  assert.ok(!of("endgültig").any.has("delete"));
});

test("every word that lowers the severity has at least two sources", () => {
  for (const concept of ["no", "cancel", "done"])
    for (const [language, words] of Object.entries(FILE.words[concept] ?? {}))
      for (const [word, sources] of Object.entries(words))
        if (language !== "en") assert.ok(sources.length >= 2, `${concept} ${word}`);
});

test("a word is found as the whole label, first, last and inside, in scripts with and without spaces", () => {
  const of = (label: string) => conceptsIn(asWords(label));
  assert.ok(of("Löschen").whole.has("delete"));
  assert.ok(of("Notiz löschen").last.has("delete"));
  assert.ok(of("Supprimer la note").first.has("delete"));
  assert.ok(of("メモを削除").any.has("delete"));
  assert.ok(of("Удалить").whole.has("delete"));
  assert.ok(of("حذف الدردشة").first.has("delete"));
  assert.ok(of("立即购买").any.has("buy"));
  assert.ok(!of("Undelete").any.has("delete"));
  assert.ok(!of("Sender").any.has("send"));
});

test("sending, deleting, calling, allowing and uninstalling are recognised in the languages that Android ships", () => {
  for (const concept of ["send", "delete", "call", "allow", "uninstall", "discard", "record"]) {
    const own = Object.entries(FILE.words[concept] ?? {}).filter(([, words]) => Object.keys(words).length > 0);
    assert.ok(own.length >= 70, `${concept}: ${own.length}`);
  }
  const of = (label: string) => conceptsIn(asWords(label)).whole;
  const deletes = [
    "Slett",
    "Slet permanent",
    "Διαγραφή",
    "מחיקה",
    "ลบ",
    "Futa",
    "წაშლა",
    "মুছুন",
    "Törlés",
    "حذف",
    "አጥፉ",
  ];
  for (const label of deletes) assert.ok(of(label).has("delete"), label);
  const sends = ["Lähetä viesti", "שליחה", "ส่ง", "Gửi", "Tuma", "გაგზავნა", "பதிலளி", "পাঠান", "Küldés", "ላክ"];
  for (const label of sends) assert.ok(of(label).has("send"), label);
  // Thai, Lao, Khmer and Burmese are written without blanks.
  assert.ok(conceptsIn("ลบข้อความทั้งหมด").first.has("delete"));
});

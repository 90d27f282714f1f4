import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assetPath } from "../../src/base/assets.js";
import { asWords } from "../../src/guard/target-facts.js";
import { CONCEPTS, said } from "../../src/guard/words.js";

interface File {
  readonly sources: readonly string[];
  readonly words: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>>>;
}

const FILE: File = JSON.parse(readFileSync(assetPath("guard-words.json"), "utf8"));

test("every concept has its words, those of sending and deleting in at least ten languages, each with its sources", () => {
  assert.deepEqual(Object.keys(FILE.words).sort(), [...CONCEPTS].sort());
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

test("a word is found alone, first, last and within, in scripts with blanks and without", () => {
  const of = (label: string) => said(asWords(label));
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

import assert from "node:assert/strict";
import { test } from "node:test";
import { labelledApps, realPairs, SPLITS } from "../../bench/guard/labels.js";
import { ACTION_CLASSES } from "../../src/guard/decision.js";
import { corpusTest, readCorpus } from "../support/corpus.js";

test("the labelled set of the guard has at least 800 pairs, 200 of them real, in 6 languages, split by app", () => {
  const made = labelledApps().flatMap(({ split, languages, screens }) =>
    screens.flatMap(({ parts }) =>
      parts.flatMap(({ labels, words }) => {
        assert.equal(words.length, languages.length, words.join(" "));
        return [...labels.values()].flatMap((label) => languages.map((language) => ({ split, language, label })));
      }),
    ),
  );
  const counted = (pairs: readonly { readonly label: unknown }[]) => pairs.filter(({ label }) => label !== "either");
  const real = realPairs();
  assert.ok(counted(real).length >= 200, `${real.length}`);
  assert.ok(counted(made).length + counted(real).length >= 800, `${made.length}`);
  assert.ok(new Set(made.map(({ language }) => language)).size >= 6);
  const splits = [...new Set([...made, ...real].map(({ split }) => split))];
  assert.deepEqual(splits.sort(), [...SPLITS].sort());
  const labelled = new Set([...made, ...real].flatMap(({ label }) => (typeof label === "string" ? [] : label)));
  assert.deepEqual(
    ACTION_CLASSES.filter((one) => !labelled.has(one)),
    ["privacy"],
  );
});

test("no screen is in two parts of the labelled set", () => {
  const parts = new Map<string, Set<string>>();
  for (const { split, sha256 } of realPairs()) parts.set(sha256, (parts.get(sha256) ?? new Set()).add(split));
  assert.deepEqual(
    [...parts].filter(([, splits]) => splits.size > 1),
    [],
  );
});

/** Names of apps on a screen, by their windows and the ids of what they show. */
const OWNERS = /(?:package|resource.id)\\?"?\s?[=:]\s?\\?"([a-z][\w.]*\.[\w.]+)/g;
/** On screens of every app. */
const SYSTEM = /^com\.android\.systemui/;

corpusTest("no app is in two parts of the labelled set", (folder) => {
  const parts = new Map<string, Set<string>>();
  for (const { split, file } of realPairs()) {
    const owners = [...readCorpus(folder, file).matchAll(OWNERS)].map(([, owner = ""]) => owner);
    for (const owner of new Set(owners)) parts.set(owner, (parts.get(owner) ?? new Set()).add(split));
  }
  assert.ok(parts.size > 10);
  assert.deepEqual(
    [...parts].filter(([owner, splits]) => splits.size > 1 && !SYSTEM.test(owner)),
    [],
  );
});

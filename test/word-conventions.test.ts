import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BANNED_WORDS,
  bannedIn,
  filesOfWords,
  listedWords,
  longCommentsIn,
  wordsLeftIn,
} from "./support/banned-words.js";

/** Printed where the list has to change. */
const HELP =
  "docs/glossary.md says what to write instead; `npm run -s bench -- words --write` takes from the list what is gone";

test("no name, comment, message or document uses a banned word more often than the shrinking list allows", () => {
  const listed = listedWords();
  const grown = filesOfWords().flatMap((file) => {
    const words = wordsLeftIn(file)?.words ?? {};
    const allowed = listed[file]?.words ?? {};
    return Object.entries(words).flatMap(([word, count]) => {
      const instead = BANNED_WORDS.find(({ name }) => name === word)?.instead;
      const atMost = allowed[word] ?? 0;
      return count > atMost ? [`${file}: "${word}" ${count} times, ${atMost} allowed; instead: ${instead}`] : [];
    });
  });
  assert.deepEqual(grown, [], HELP);
});

test("no line of a comment is longer than 120 characters where the list does not allow it", () => {
  const listed = listedWords();
  const grown = filesOfWords().flatMap((file) => {
    const longComments = wordsLeftIn(file)?.longComments ?? 0;
    const atMost = listed[file]?.longComments ?? 0;
    return longComments > atMost ? [`${file}: ${longComments} long lines, ${atMost} allowed`] : [];
  });
  assert.deepEqual(grown, [], HELP);
});

test("the list names no missing file and no file without banned words", () => {
  const files = new Set(filesOfWords());
  const done = Object.keys(listedWords()).filter((file) => !files.has(file) || wordsLeftIn(file) === null);
  assert.deepEqual(done, [], HELP);
});

test("banned words are found in names and in phrases over two lines, and not within other words", () => {
  assert.deepEqual(bannedIn("const lastTold = isTorn(MOST_GLANCES);"), { tell: 1, torn: 1, glance: 1 });
  assert.deepEqual(bannedIn("/**\n * Read by the on-device\n * half.\n */"), { half: 1 });
  assert.deepEqual(bannedIn("half of the background of a half-open insight, out of sight; TORN_OBSERVATION"), {});
  assert.deepEqual(bannedIn("there is no ref; it is no longer there; e5 is no ref"), { "is no": 1 });
  assert.deepEqual(bannedIn("/** Of the adb server. */\n/**\n * Of the\n * host. */"), { "/** Of": 2 });
  assert.deepEqual(bannedIn("it is set back; a clock was moved back; setBack, set_back"), { "set back": 1 });
});

test("a comment line of more than 120 characters is found, and a long address is not", () => {
  assert.equal(longCommentsIn(` * ${"word ".repeat(30)}`), 1);
  assert.equal(longCommentsIn(`// see https://example.org/${"a".repeat(120)} and more of it`), 0);
  assert.equal(longCommentsIn(`const text = "${"word ".repeat(30)}";`), 0);
});

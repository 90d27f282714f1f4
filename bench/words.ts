import {
  filesOfWords,
  listedWords,
  type WordsLeft,
  wordsLeftIn,
  writeWordsList,
} from "../test/support/banned-words.js";
import { type Bench, table } from "./bench.js";

/** Counts the banned words left in each folder; `--write` removes words that are gone from the list, and adds none. */
export const wordsBench: Bench = {
  name: "words",
  about: "banned words and long comments left, by folder [--files] [--write]",
  run: async (args) => {
    const left = new Map(
      filesOfWords()
        .flatMap((file) => [[file, wordsLeftIn(file)] as const])
        .filter(isLeft),
    );
    if (args.includes("--write")) writeWordsList(shrunk(left));
    const place = (file: string) => (args.includes("--files") ? file : folderOf(file));
    const places = [...new Set([...left.keys()].map(place))];
    const groups = places.map((name) => [name, [...left].filter(([file]) => place(file) === name)] as const);
    const rows = groups.map(([name, files]) => [name, files.length, wordsIn(files), longIn(files)] as const);
    const text = table([["place", "files", "banned words", "long comments"], ...rows]);
    return {
      text,
      figures: [
        { name: "banned words left", value: wordsIn([...left]), unit: "words" },
        { name: "long comments left", value: longIn([...left]), unit: "lines" },
      ],
    };
  },
};

type Entry = readonly [string, WordsLeft];

function isLeft(entry: readonly [string, WordsLeft | null]): entry is Entry {
  return entry[1] !== null;
}

function folderOf(file: string): string {
  return file
    .split("/")
    .slice(0, file.startsWith("src/") ? 2 : 1)
    .join("/");
}

function wordsIn(files: readonly Entry[]): number {
  return files.flatMap(([, { words }]) => Object.values(words)).reduce((sum, count) => sum + count, 0);
}

function longIn(files: readonly Entry[]): number {
  return files.reduce((sum, [, { longComments }]) => sum + longComments, 0);
}

/** The list with each count lowered to the current one; no count grows. */
function shrunk(left: ReadonlyMap<string, WordsLeft>): Readonly<Record<string, WordsLeft>> {
  const entries = Object.entries(listedWords()).flatMap(([file, listed]) => {
    const now = left.get(file);
    if (!now) return [];
    const words = Object.entries(now.words).flatMap(([word, count]) => {
      const atMost = Math.min(count, listed.words[word] ?? 0);
      return atMost > 0 ? [[word, atMost] as const] : [];
    });
    const longComments = Math.min(now.longComments, listed.longComments);
    return words.length > 0 || longComments > 0
      ? [[file, { words: Object.fromEntries(words), longComments }] as const]
      : [];
  });
  return Object.fromEntries(entries);
}

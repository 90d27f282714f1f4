import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/base/assets.js";

/** A word or phrase that the project must no longer use, and its replacement; docs/glossary.md has the reasons. */
export interface BannedWord {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Names are matched as separate words: `isTorn` as "is torn", `MOST_TOLD` as "most told". */
export const BANNED_WORDS: readonly BannedWord[] = [
  banned(
    "half",
    `on-device hal(?:f|ves)|(?:the|own|live|its|shell's|java|fovea's) half(?! ?-| (?:a |an |of |second|hour|minute))`,
    "companion",
  ),
  banned("tell", "tells?|told|telling|untold", "report, say, show, distinguish; unknown"),
  banned("wish", "wish|wishes|wished", "option, preference"),
  banned("torn", "torn", "inconsistent; incomplete for a line of a file"),
  banned("lying", "is lying", "is landscape"),
  banned("glance", "glance[sd]?", "quick check"),
  banned(
    "look",
    "(?:a|an|the|one|each|every|this|that|last|next|first|second|earlier|later|fresh|own|two|no) looks?",
    "observation",
  ),
  banned("sight", "(?<!(?:in|out) of |in )sights?", "screen, observation"),
  banned("eyes", "eyes", "detectors"),
  banned("remark", "remarks?|remarked", "note"),
  banned("aim", "aim|aims|aimed", "target"),
  banned("ink", "ink", "edge density, binarised image"),
  banned("ground", "grounds?(?! truth)", "background, layout context"),
  banned("anew", "anew", "again"),
  banned("at rest", "at rest|come to rest|comes to rest|came to rest", "stable, no longer changing"),
  banned("is no", "(?<!there )is no (?!longer|more|less|other|one|matter|doubt)[a-z]+", "is not a"),
  banned("but for", "but for", "except"),
  banned("came of", "what came of|came to nothing|what it came to|where it comes to", "the result"),
  banned(
    "came to",
    "what (?:an action|a call|a run|a job|a script|a replay|a skill|each step|one step|each action|scrolling) came to",
    "the result of",
  ),
  banned(
    "set back",
    "(?:is|are|was|were|be|not) set back|sets back|setting back|to set back|set (?:it|them|that) back",
    "restored",
  ),
  banned("passed over", "(?:is|are|was|were) passed over", "skipped, ignored"),
  banned("stands in no", "stands? in no", "is in no"),
  banned("/** Of", "\\/\\*\\* of", "say what the value is: the size of …, the path of …"),
  banned("nobody knows", "nobody knows", "it is unknown"),
  banned("it is so", "it is so|says so|say so|said so|it was so", "already in that state; reports this"),
  banned("whoever", "whoever|whosoever", "the program that, the caller that"),
  banned("speaks for", "speaks? for|behind (?:its|their|his) backs?", "say what is done, by whom, and what follows"),
  banned("phone in a file", "phones? in a file|phone-file", "device recording"),
  banned("dear", "dear|dearer|dearest", "expensive, cost"),
];

function banned(name: string, words: string, instead: string): BannedWord {
  return { name, pattern: new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, "g"), instead };
}

/** Allowed texts that contain a banned word: error codes, fields of files and of Android's dumps, foreign terms. */
const KEPT = /TORN_OBSERVATION|REPLAY_UNTOLD|tornBytes|mAtRest|ground truth/g;

/** A file with banned words or with lines of comments that are too long. */
export interface WordsLeft {
  /** The count of each banned word in the file. */
  readonly words: Readonly<Record<string, number>>;
  readonly longComments: number;
}

const PLACES = [
  "src",
  "packages/virtual-android/src",
  "packages/fovea-agent/src",
  "test",
  "bench",
  "android-a11y-service",
  "training",
  "docs",
  "scripts",
];
const SINGLE = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  ".ci/run",
  "packages/virtual-android/README.md",
  "packages/fovea-agent/README.md",
];
const ENDINGS = /\.(?:ts|mjs|js|java|py|sh|md|yaml|yml)$/;
/** Files that may contain the words: the glossary, this table and its test. */
const EXCEPTED =
  /^(?:docs\/glossary\.md|test\/word-conventions\.test\.ts|test\/support\/banned-words\.ts)$|(?:^|\/)(?:node_modules|target|build)\//;
const LONGEST_LINE = 120;
const COMMENT = /^\s*(?:\*|\/\*|\/\/|#)(?!!).* .* /;

/** The files in which words are counted. */
export function filesOfWords(): readonly string[] {
  const root = packageRoot();
  const found = PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true }).map((name) => `${place}/${String(name)}`),
  );
  return [...found, ...SINGLE]
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => (ENDINGS.test(name) || name === ".ci/run") && !EXCEPTED.test(name))
    .filter((name) => existsSync(join(root, name)) && statSync(join(root, name)).isFile())
    .sort();
}

/** The banned words and long comments left in a file; null if there are none. */
export function wordsLeftIn(file: string): WordsLeft | null {
  const text = readFileSync(join(packageRoot(), file), "utf8");
  const left = { words: bannedIn(`${file}\n${text}`), longComments: file.endsWith(".md") ? 0 : longCommentsIn(text) };
  return Object.keys(left.words).length === 0 && left.longComments === 0 ? null : left;
}

/** The count of each banned word in a text. */
export function bannedIn(text: string): Readonly<Record<string, number>> {
  const words = text
    .replace(KEPT, "")
    .replace(/([a-z0-9])(?=[A-Z])/g, "$1 ")
    .replaceAll("_", " ")
    .replace(/\n\s*(?:\*|\/\/|#)? ?/g, " ")
    .toLowerCase();
  const counts = BANNED_WORDS.map(({ name, pattern }) => [name, words.match(pattern)?.length ?? 0] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** The number of comment lines over 120 characters, except for lines with a URL, which cannot be broken. */
export function longCommentsIn(text: string): number {
  return text.split("\n").filter((line) => line.length > LONGEST_LINE && COMMENT.test(line) && !line.includes("://"))
    .length;
}

const LIST = "test/support/words-left.txt";

/** The list of allowed counts: each line has a file, and each word with its count. The list only gets shorter. */
export function listedWords(): Readonly<Record<string, WordsLeft>> {
  const lines = readFileSync(join(packageRoot(), LIST), "utf8").split("\n").filter(Boolean);
  return Object.fromEntries(lines.map(listedIn));
}

function listedIn(line: string): readonly [string, WordsLeft] {
  const [file = "", ...entries] = line.split("\t");
  const counts = Object.fromEntries(
    entries.map((entry) => entry.split("=")).map(([word, count]) => [word, Number(count)]),
  );
  const { [LONG]: longComments = 0, ...words } = counts;
  return [file, { words, longComments }];
}

const LONG = "long comments";

/** Writes the list to its file. */
export function writeWordsList(left: Readonly<Record<string, WordsLeft>>): void {
  const lines = Object.entries(left).map(([file, { words, longComments }]) => {
    const counts = Object.entries({ ...words, ...(longComments > 0 && { [LONG]: longComments }) });
    return [file, ...counts.map(([word, count]) => `${word}=${count}`)].join("\t");
  });
  writeFileSync(join(packageRoot(), LIST), `${lines.join("\n")}\n`);
}

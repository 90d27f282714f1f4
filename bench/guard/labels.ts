import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/base/assets.js";
import { ACTION_CLASSES, type ActionClass } from "../../src/guard/decision.js";

/**
 * The calibration part is used to choose rules and words. The held-out part is only measured, but people have read its
 * mistakes. The fresh part was labelled later, and the blind part after that, each before the classifier ran on it. The
 * newer part is blind, too, in the languages whose words were added last. The unseen part, in 43 languages, was
 * labelled last, before anybody read the mistakes in the blind and the newer part.
 */
export const SPLITS = ["calibration", "held-out", "fresh", "blind", "newer", "unseen"] as const;
export type Split = (typeof SPLITS)[number];

/**
 * The label of an action by a careful person: the classes that are right for it, "benign", or "either" if two careful
 * persons would disagree; "either" is not counted.
 */
export type Label = readonly ActionClass[] | "benign" | "either";

/**
 * The action on a control: a tap, ENTER in it, text typed into it, a swipe over it, or a drag to the bin.
 */
export const WAYS = ["tap", "enter", "type", "swipe", "drag"] as const;
export type Way = (typeof WAYS)[number];

/** One line of an app's file: a control on one of its screens, in the file's languages. */
export interface Part {
  readonly widget: string;
  /** The name in its resource id; null if it has no id. */
  readonly id: string | null;
  readonly labels: ReadonlyMap<Way, Label>;
  /** Its words in each language, in the order of the languages. */
  readonly words: readonly string[];
}

export interface LabelledScreen {
  readonly kind: string;
  readonly name: string;
  readonly package: string;
  readonly parts: readonly Part[];
}

export interface LabelledApp {
  readonly name: string;
  readonly split: Split;
  readonly languages: readonly string[];
  readonly screens: readonly LabelledScreen[];
}

/** One line of real.tsv: a place on a screen of the corpus. */
export interface RealPair {
  readonly split: Split;
  readonly file: string;
  /** The first 16 digits of the file's hash: a label is for this content. */
  readonly sha256: string;
  readonly way: Way;
  /** One point, or the two ends of a swipe. */
  readonly at: readonly number[];
  readonly label: Label;
}

/** One line of real-words.tsv: a control of a real app, by the line of a flow of the corpus that names it. */
export interface NamedControl {
  readonly split: Split;
  readonly file: string;
  readonly sha256: string;
  /** The number of the line, from 1. */
  readonly line: number;
  readonly label: Label;
}

const FOLDER = join(packageRoot(), "bench/guard");

/** The apps whose screens are made on the virtual phone. */
export function labelledApps(): readonly LabelledApp[] {
  const files = readdirSync(join(FOLDER, "apps")).filter((name) => name.endsWith(".txt"));
  return files.sort().map((file) => readApp(file.replace(/\.txt$/, ""), linesOf(join("apps", file))));
}

/** The places on real screens. */
export function realPairs(): readonly RealPair[] {
  return linesOf("real.tsv").slice(2).map(readPair);
}

/** The controls that flows of real apps name. */
export function namedControls(): readonly NamedControl[] {
  return linesOf("real-words.tsv")
    .slice(2)
    .map((row) => {
      const [split = "", file = "", sha256 = "", line = "", label = ""] = row.split("\t");
      return { split: splitOf(split), file, sha256, line: Number(line), label: labelOf(label) };
    });
}

function linesOf(file: string): readonly string[] {
  const path = join(FOLDER, file);
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  return readFileSync(path, "utf8").trimEnd().split("\n");
}

const HEAD = ["split", "package", "languages"];

function readApp(name: string, lines: readonly string[]): LabelledApp {
  const [split = "", owner = "", languages = ""] = HEAD.map((key, at) => lines[at]?.split(`# ${key}: `)[1] ?? "");
  const screens = new Map<string, LabelledScreen & { readonly parts: Part[] }>();
  for (const line of lines.slice(HEAD.length)) {
    const [place = "", widget = "", id = "", labels = "", ...words] = line.split("|").map((cell) => cell.trim());
    const [, kind = "", screenName = "", foreign] = /^(\w+):(\w+)(?:@(.+))?$/.exec(place) ?? [];
    const screen = screens.get(place) ?? { kind, name: screenName, package: foreign ?? owner, parts: [] };
    screens.set(place, screen);
    screen.parts.push({ widget, id: id === "-" ? null : id, labels: readLabels(labels), words });
  }
  return { name, split: splitOf(split), languages: languages.split(" "), screens: [...screens.values()] };
}

function readLabels(cell: string): ReadonlyMap<Way, Label> {
  if (cell === "=") return new Map();
  return new Map(
    cell.split(",").map((entry) => {
      const [way = "", label] = entry.includes(":") ? entry.split(":") : ["tap", entry];
      return [wayOf(way), labelOf(label ?? "")];
    }),
  );
}

function readPair(line: string): RealPair {
  const [split = "", file = "", sha256 = "", way = "", at = "", label = ""] = line.split("\t");
  return { split: splitOf(split), file, sha256, way: wayOf(way), at: at.split(",").map(Number), label: labelOf(label) };
}

function labelOf(cell: string): Label {
  if (cell === "-") return "benign";
  if (cell === "?") return "either";
  return cell.split("/").map((word) => {
    const found = ACTION_CLASSES.find((one) => one === word);
    if (found === undefined) throw new Error(`"${word}" is not a class`);
    return found;
  });
}

/** The split with this name. Errors: if there is none. */
export function splitOf(word: string): Split {
  const found = SPLITS.find((one) => one === word);
  if (found === undefined) throw new Error(`"${word}" is not a split`);
  return found;
}

function wayOf(word: string): Way {
  const found = WAYS.find((one) => one === word);
  if (found === undefined) throw new Error(`"${word}" is not a way to act`);
  return found;
}

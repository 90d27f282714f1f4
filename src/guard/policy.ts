import { type LinearPattern, linearPattern } from "../base/linear-pattern.js";
import { ACTION_CLASSES, type ActionClass } from "./decision.js";

/** The reactions that a policy can choose for a class. */
export const LEVELS = ["allow", "note", "confirm", "block"] as const;
export type Level = (typeof LEVELS)[number];

/** One line of a policy. A property that is null matches everything. */
export interface PolicyRule {
  readonly level: Level;
  /** The class of actions that the rule matches; null for actions of every class and of none. */
  readonly class: ActionClass | null;
  readonly package: LinearPattern | null;
  /** A pattern for the name of a resource id, without its package. */
  readonly id: LinearPattern | null;
  /** A pattern for one of the element's labels. */
  readonly text: LinearPattern | null;
  /** How specific the rule is: the greatest weight wins. */
  readonly weight: number;
  readonly line: number;
}

export type Policy = readonly PolicyRule[];

/** The facts of an action that a policy compares. */
export interface PolicyFacts {
  readonly package: string | null;
  readonly id: string | null;
  readonly labels: readonly string[];
}

/**
 * A rule with an id outweighs one with a text, which outweighs one with a package, which outweighs one with a class.
 */
const WEIGHTS = { id: 8, text: 4, package: 2, class: 1 } as const;

/**
 * The level that a policy gives to a class of an action; null if no rule matches. Among rules of the same weight, the
 * strictest wins.
 */
export function levelFrom(policy: Policy, of: ActionClass | null, facts: PolicyFacts): Level | null {
  const fitting = policy.filter((rule) => fits(rule, of, facts));
  const weight = Math.max(...fitting.map((rule) => rule.weight));
  const levels = fitting.filter((rule) => rule.weight === weight).map(({ level }) => LEVELS.indexOf(level));
  return levels.length === 0 ? null : (LEVELS[Math.max(...levels)] ?? null);
}

function fits(rule: PolicyRule, of: ActionClass | null, facts: PolicyFacts): boolean {
  if (rule.class !== null && rule.class !== of) return false;
  if (rule.package && !(facts.package !== null && rule.package.matchesWhole(facts.package))) return false;
  if (rule.id && !(facts.id !== null && rule.id.matchesWhole(facts.id))) return false;
  const { text } = rule;
  return text === null || facts.labels.some((label) => text.test(label));
}

/** A policy that was read, or its mistakes, each with its line. */
export type ReadPolicy = { readonly policy: Policy } | { readonly mistakes: readonly string[] };

const MOST_RULES = 500;

/**
 * Reads a policy: one rule in each line, `LEVEL CLASS [package=GLOB] [id=GLOB] [text=/PATTERN/]`, and comments after
 * `#`. CLASS is one of the classes or `all`.
 */
export function readPolicy(text: string): ReadPolicy {
  const lines = text.split(/\r?\n/).map((line, place) => ({ words: wordsOf(line), number: place + 1 }));
  const written = lines.filter(({ words }) => words.length > 0);
  if (written.length > MOST_RULES) return { mistakes: [`${written.length} rules are too many: ${MOST_RULES} at most`] };
  const read = written.map(({ words, number }) => readRule(words, number));
  const mistakes = read.flatMap((rule) => (typeof rule === "string" ? [rule] : []));
  if (mistakes.length > 0) return { mistakes };
  return { policy: read.flatMap((rule) => (typeof rule === "string" ? [] : [rule])) };
}

/** A rule in the form of `--guard-allow`: `send`, or `send@com.example.chat`. Gives a text if it has a mistake. */
export function readAllowed(word: string): PolicyRule | string {
  const [of = "", owner, ...more] = word.split("@");
  if (more.length > 0) return `"${word}" has two @: CLASS or CLASS@PACKAGE`;
  const rule = readRule(["allow", of, ...(owner === undefined ? [] : [`package=${owner}`])], 0);
  return typeof rule === "string" ? rule.replace(/^line 0: /, "") : rule;
}

/** Spaces separate words, except between slashes or quotes; a comment begins with `#`. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let word = "";
  let until = "";
  for (const [place, sign] of [...line].entries()) {
    if (until === "" && sign === "#" && word === "") break;
    if (until === "" && /\s/.test(sign)) {
      if (word !== "") words.push(word);
      word = "";
      continue;
    }
    if (until === sign && line[place - 1] !== "\\") until = "";
    else if (until === "" && word.endsWith("=") && (sign === "/" || sign === '"')) until = sign;
    word += sign;
  }
  return word === "" ? words : [...words, word];
}

function readRule(
  [levelWord = "", classWord = "", ...conditions]: readonly string[],
  line: number,
): PolicyRule | string {
  const level = LEVELS.find((one) => one === levelWord);
  if (level === undefined) return `line ${line}: "${levelWord}" is not one of ${LEVELS.join(", ")}`;
  const of = classWord === "all" ? null : ACTION_CLASSES.find((one) => one === classWord);
  if (of === undefined) return `line ${line}: "${classWord}" is not a class: all, ${ACTION_CLASSES.join(", ")}`;
  const read: Record<string, LinearPattern> = {};
  for (const condition of conditions) {
    const [key, value] = parted(condition);
    if (key !== "package" && key !== "id" && key !== "text")
      return `line ${line}: "${condition}" is not one of package=…, id=…, text=/…/`;
    if (key in read) return `line ${line}: ${key} is there twice`;
    const pattern = patternOf(key, value);
    if (typeof pattern === "string") return `line ${line}: ${key}: ${pattern}`;
    read[key] = pattern;
  }
  const { package: owner = null, id = null, text = null } = read;
  const weight =
    (id ? WEIGHTS.id : 0) +
    (text ? WEIGHTS.text : 0) +
    (owner ? WEIGHTS.package : 0) +
    (of === null ? 0 : WEIGHTS.class);
  return { level, class: of, package: owner, id, text, weight, line };
}

function parted(condition: string): readonly [string, string] {
  const at = condition.indexOf("=");
  return at < 0 ? [condition, ""] : [condition.slice(0, at), condition.slice(at + 1)];
}

function patternOf(key: string, value: string): LinearPattern | string {
  const bare = /^"(.*)"$/.exec(value)?.[1] ?? value;
  if (bare === "") return "there is nothing after it";
  const [, pattern, flags] = /^\/(.*)\/(i?)$/.exec(value) ?? [];
  if (pattern !== undefined) return linearPattern(pattern, { ignoreCase: flags === "i" });
  if (value.startsWith("/")) return `${value} is not a pattern: /PATTERN/, or /PATTERN/i to ignore case`;
  if (bare === value && value.startsWith('"')) return `${value} has no closing quote`;
  const escaped = bare.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return key === "text"
    ? linearPattern(`^${escaped}$`, { ignoreCase: true })
    : linearPattern(escaped.replaceAll("\\*", ".*"));
}

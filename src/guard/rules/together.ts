import type { Concept } from "../concepts.js";
import type { Finding } from "../decision.js";
import type { Said } from "../words.js";

interface Together {
  readonly verbs: readonly Concept[];
  readonly nouns: readonly Concept[];
  readonly class: Finding["class"];
  readonly severity: Finding["severity"];
  /** Only for labels: the text of a dialog may also say, for example, that something could not be saved. */
  readonly onLabels?: true;
}

/** Meanings of a verb together with its object: deleting contents, and actions that cannot be undone. */
const TOGETHER: readonly Together[] = [
  { verbs: ["clear", "empty", "remove"], nouns: ["stuff", "bin", "goods"], class: "delete", severity: "confirm" },
  { verbs: ["move"], nouns: ["bin"], class: "delete", severity: "confirm" },
  { verbs: ["record", "recording"], nouns: ["media"], class: "capture", severity: "confirm" },
  { verbs: ["take"], nouns: ["media"], class: "capture", severity: "confirm", onLabels: true },
  { verbs: ["replace"], nouns: ["goods"], class: "file", severity: "confirm" },
  { verbs: ["record", "recording"], nouns: ["call", "speech"], class: "capture", severity: "confirm", onLabels: true },
  { verbs: ["share"], nouns: ["location"], class: "send", severity: "confirm", onLabels: true },
  { verbs: ["enable"], nouns: ["all"], class: "permission", severity: "confirm", onLabels: true },
  { verbs: ["start"], nouns: ["trial", "free"], class: "purchase", severity: "block", onLabels: true },
  { verbs: ["emergency"], nouns: ["call"], class: "call", severity: "block", onLabels: true },
  { verbs: ["logout"], nouns: ["everywhere"], class: "credential", severity: "confirm", onLabels: true },
  { verbs: ["start"], nouns: ["call"], class: "call", severity: "confirm", onLabels: true },
  { verbs: ["start"], nouns: ["stream"], class: "capture", severity: "confirm", onLabels: true },
  { verbs: ["schedule"], nouns: ["send", "message"], class: "send", severity: "confirm", onLabels: true },
  { verbs: ["share"], nouns: ["screen"], class: "capture", severity: "confirm" },
  { verbs: ["enable"], nouns: ["sensor"], class: "capture", severity: "confirm" },
  { verbs: ["copy"], nouns: ["secret"], class: "credential", severity: "confirm" },
  { verbs: ["disable"], nouns: ["app"], class: "uninstall", severity: "confirm" },
  { verbs: ["force"], nouns: ["quit"], class: "uninstall", severity: "confirm", onLabels: true },
  { verbs: ["complete", "confirm"], nouns: ["purchasing", "order", "payment"], class: "purchase", severity: "block" },
  { verbs: ["not", "cancel"], nouns: ["save"], class: "close", severity: "confirm", onLabels: true },
];

/** The most words of a short label: a verb, its object and an adverb: "empty spam now". */
const FEW_WORDS = 3;

/**
 * The meanings of a verb at the beginning or end (or anywhere in a short label or in a dialog), with its object
 * anywhere.
 */
export function togetherOf(
  { first, last, any, near, length }: Said,
  place: "edge" | "any",
): readonly Pick<Finding, "class" | "severity">[] {
  const isThere = (verb: Concept) =>
    place === "any" || length <= FEW_WORDS ? any.has(verb) : first.has(verb) || last.has(verb);
  return TOGETHER.filter(
    ({ verbs, nouns, onLabels }) =>
      !(onLabels && place === "any") && verbs.some(isThere) && nouns.some((noun) => near.has(noun)),
  ).map(({ class: of, severity }) => ({ class: of, severity }));
}

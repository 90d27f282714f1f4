import type { Concept } from "../concepts.js";
import type { Finding } from "../decision.js";
import type { Said } from "../words.js";

interface Together {
  readonly verbs: readonly Concept[];
  readonly nouns: readonly Concept[];
  readonly class: Finding["class"];
  readonly severity: Finding["severity"];
  /** Said of a label alone: a text says that something could not be saved, too. */
  readonly onLabels?: true;
}

/** What only a verb and its object together say: that something is cleared, and what cannot be had back then. */
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

/** A shorter label has no place for more than the verb, its object and how it is done: "empty spam now". */
const FEW_WORDS = 3;

/** The verb at an edge of a label, anywhere in a short one or in the words of a dialog; its object anywhere. */
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

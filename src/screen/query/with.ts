import { labelFit } from "./noun.js";
import { type Token, textOfTokens } from "./phrase.js";
import { elementsAround, type ScreenIndex } from "./query-screen.js";
import { bestOf, type Ranking, type Scored, scale } from "./scored.js";
import { fitText } from "./text-fit.js";
import { DETERMINERS } from "./vocabulary.js";
import { wordsOf } from "./words.js";

const ATTRIBUTES: ReadonlySet<string> = new Set(
  "text label title name subject caption description word words value content heading date".split(" "),
);
const LINKS: ReadonlySet<string> = new Set(["containing", "with", "of", "is", "like", "saying"]);

export interface With {
  readonly heads: readonly Scored[];
  /** The words after "with". */
  readonly tokens: readonly Token[];
  /** Elements that these words describe. */
  readonly anchors: readonly Scored[];
  /** Whether the words have to be a whole label, as after "named", or may be a part of one. */
  readonly isWhole: boolean;
}

/**
 * The elements that have the words after "with" in their label or value, or that contain an element which the words
 * describe.
 */
export function rankWith({ heads, tokens, anchors, isWhole }: With, index: ScreenIndex): Ranking {
  const label = textOfTokens(withoutAttribute(tokens));
  const words = wordsOf(label, index.today);
  const rules = { isWhole, isPart: !isWhole, isCommand: false };
  const found = heads.flatMap((head): readonly Scored[] => {
    const one = index.byRef.get(head.element.ref);
    if (!one) return [];
    const own = labelFit({ words }, one, rules);
    const held = fitText(words, head.element.password === true ? [] : one.value, rules);
    const inside = anchors.filter(({ element }) => elementsAround(index, element).includes(head.element));
    return [
      ...(own.score > 0 ? [scale(head, own.score, own.reasons.join(", "))] : []),
      ...(held.how !== "similar" ? [scale(head, held.score, "holds it")] : []),
      ...inside.map((anchor) => scale(head, anchor.score, `with ${anchor.element.ref} (${anchor.reasons.join(", ")})`)),
    ];
  });
  return bestOf(found);
}

/** The words without a lead: "(the) subject containing X" is read as X. */
function withoutAttribute(tokens: readonly Token[]): readonly Token[] {
  let at = 0;
  const skip = (words: ReadonlySet<string>) => {
    if (at + 1 < tokens.length && words.has(tokens[at]?.word ?? "")) at += 1;
  };
  skip(DETERMINERS);
  skip(ATTRIBUTES);
  skip(LINKS);
  return tokens.slice(at);
}

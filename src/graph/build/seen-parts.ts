import type { ScreenFacts } from "../screen/screen-facts.js";
import type { SeenPart } from "./open-run.js";

const MOST_PARTS = 120;

/**
 * The parts of a screen that are compared with the next visit: parts with words or an id that are not rows of lists.
 */
export function seenParts({ parts }: ScreenFacts): readonly SeenPart[] {
  const named = parts.filter(
    (part) => !part.isListed && (part.label !== "" || (part.idTail !== "" && part.state !== "")),
  );
  return named.slice(0, MOST_PARTS).map(({ role, idTail, words, state }) => ({ role, idTail, words, state }));
}

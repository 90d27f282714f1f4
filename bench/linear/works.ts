import { grammarWorks } from "./grammar.js";
import { parserWorks } from "./parsers.js";
import { plantedWorks } from "./planted.js";
import { screenWorks } from "./screen-works.js";
import type { Work } from "./work.js";

/**
 * Everything that reads what is not ours, whose name contains a word, or a few of each, and what has to be found in any
 * case.
 */
export function worksOf(only: string, isQuick: boolean): readonly Work[] {
  const works = [...parserWorks(), ...grammarWorks(), ...screenWorks()].filter(({ name }) => name.includes(only));
  return [...works.filter(({ isFirst }) => !isQuick || isFirst === true), ...plantedWorks()];
}

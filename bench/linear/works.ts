import { grammarWorks } from "./grammar.js";
import { parserWorks } from "./parsers.js";
import { plantedWorks } from "./planted.js";
import { screenWorks } from "./screen-works.js";
import type { Work } from "./work.js";

/**
 * The works on foreign input whose names contain `only` (in a quick run, a few of each kind), and the planted works,
 * which the bench always has to find.
 */
export function worksOf(only: string, isQuick: boolean): readonly Work[] {
  const works = [...parserWorks(), ...grammarWorks(), ...screenWorks()].filter(({ name }) => name.includes(only));
  return [...works.filter(({ isFirst }) => !isQuick || isFirst === true), ...plantedWorks()];
}

import { parseCommand } from "../../src/screen/commands/parse-command.js";
import { answerQuery } from "../../src/screen/query/answer.js";
import { plainLetters } from "../../src/screen/query/fold.js";
import { parseCondition, parseElement, parseTarget } from "../../src/screen/selector.js";
import { screenOf } from "./screens.js";
import type { Work } from "./work.js";

const UNITS = [
  " ",
  "(",
  ")",
  '"',
  '\\"',
  "“",
  "'",
  "a ",
  "not ",
  "and ",
  'in "x" ',
  "? ",
  "then ",
  ",",
  "e1 ",
  "~",
  "\u0301",
];
const SCREEN = screenOf("rows", 20);

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  parseTarget,
  parseElement,
  parseCondition,
  parseCommand,
  answerQuery: (text) => answerQuery(text, SCREEN),
  "type command": (text) => parseCommand(`type ${text} into the field`),
  "fill command": (text) => parseCommand(`fill ${text} with ${text}`),
  plainLetters: (text) => plainLetters(`e${text}`),
};

/** Selectors, conditions, phrases and commands of any length. */
export function grammarWorks(): readonly Work[] {
  return Object.entries(READERS).flatMap(([name, read]) =>
    UNITS.map((unit) => ({
      name: `${name}: ${JSON.stringify(unit)}`,
      from: 8 * 1024,
      most: 256 * 1024,
      isFirst: unit === "and ",
      prepare: (size: number) => {
        const text = unit.repeat(Math.ceil(size / unit.length));
        return () => {
          try {
            read(text);
          } catch {
            // The time of a refusal is measured, too.
          }
        };
      },
    })),
  );
}

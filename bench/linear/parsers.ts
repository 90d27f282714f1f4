import { PARSERS, type ParserEntry } from "../../test/support/parser-table.js";
import type { Work } from "./work.js";

const FROM_BYTES = 32 * 1024;
/** Twice as much is still read by all of them: a dump is refused from 8 MB or 60,000 lines on. */
const MOST_BYTES = 1024 * 1024;
/** Lines end after a word each; without them all of it is one line. */
const ENDS = ["", "\n"];
const BLANKS = [" ", "\t", "\r", "\n", "{", "[", "}", "=", ":", '"', "'", "0", "a"];

/** Every parser that reads text at once, on each word of its format over and over. */
export function parserWorks(): readonly Work[] {
  return PARSERS.filter((entry) => entry.isBinary !== true).flatMap((entry) => [
    ...entry.words.flatMap((word) => ENDS.map((end) => workOf(entry, word + end))),
    ...BLANKS.map((blank) => workOf(entry, blank)),
    workOf(entry, entry.words.join("")),
    workOf(entry, entry.words.join("\n")),
  ]);
}

function workOf(entry: ParserEntry, unit: string): Work {
  const unitLines = unit.split("\n").length - 1;
  // A line of some bytes is refused by number, not by bytes.
  const most = unitLines === 0 ? MOST_BYTES : Math.min(MOST_BYTES, Math.floor((25_000 / unitLines) * unit.length));
  return {
    name: `${entry.names[0]}: ${JSON.stringify(unit).slice(0, 60)}`,
    from: Math.min(FROM_BYTES, most),
    most,
    prepare: (size) => {
      const bytes = Buffer.from(unit.repeat(Math.ceil(size / unit.length)));
      return () => attempt(() => entry.run(bytes));
    },
  };
}

async function attempt(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // Refusing takes its time, too; that each refusal has a code is a test.
  }
}

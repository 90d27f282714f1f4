import { parseFlow } from "../../src/replay/flow/parse-flow.js";
import { PARSERS, type ParserEntry } from "../../test/support/parser-table.js";
import type { Work } from "./work.js";

const FROM_BYTES = 32 * 1024;
/** All parsers still read twice as much: they refuse dumps of 8 MB or 60,000 lines and more. */
const MOST_BYTES = 1024 * 1024;
/** Smaller limits, for parsers that refuse more than about twice as many characters. */
const MOST_OF: Readonly<Record<string, number>> = { parseFlow: 24 * 1024 };
/** A line break after each word; without it the whole input is one line. */
const ENDS = ["", "\n"];
const BLANKS = [" ", "\t", "\r", "\n", "{", "[", "}", "=", ":", '"', "'", "0", "a"];

/** Commands of a valid flow: of a flow of repeated words the parser would refuse the first word. */
const COMMANDS = ["- back\n", '- tapOn: "Save"\n', "- assertVisible:\n    text: a.*b\n", "- inputText: abc\n"];

/** Every parser that reads a whole text, each with every word of its format repeated; and the flow parser. */
export function parserWorks(): readonly Work[] {
  return [...wordWorks(), ...COMMANDS.map(flowWork)];
}

function flowWork(command: string): Work {
  const most = MOST_OF["parseFlow"] ?? MOST_BYTES;
  return {
    name: `a flow: ${JSON.stringify(command)}`,
    from: most / 4,
    most,
    prepare: (size) => {
      const text = `appId: com.x\n---\n${command.repeat(Math.floor(size / command.length))}`;
      const flow = { file: "a.yaml", text };
      return async () => await parseFlow(flow, { load: () => Promise.reject(new Error(text)) });
    },
  };
}

function wordWorks(): readonly Work[] {
  return PARSERS.filter((entry) => entry.isBinary !== true).flatMap((entry) => [
    ...entry.words.flatMap((word) => ENDS.map((end) => workOf(entry, word + end))),
    ...BLANKS.map((blank) => workOf(entry, blank)),
    { ...workOf(entry, entry.words.join("")), isFirst: true },
    { ...workOf(entry, entry.words.join("\n")), isFirst: true },
  ]);
}

function workOf(entry: ParserEntry, unit: string): Work {
  const unitLines = unit.split("\n").length - 1;
  // With short lines the limit of lines is reached before the limit of bytes.
  const largest = MOST_OF[entry.names[0] ?? ""] ?? MOST_BYTES;
  const most = unitLines === 0 ? largest : Math.min(largest, Math.floor((25_000 / unitLines) * unit.length));
  return {
    name: `${entry.names[0]}: ${JSON.stringify(unit).slice(0, 60)}`,
    from: Math.min(FROM_BYTES, most / 4),
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
    // The time of a refusal is measured, too. Tests check that each refusal has a code.
  }
}

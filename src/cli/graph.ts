import { buildGraph } from "../graph/build/build-graph.js";
import type { ProcessGraph } from "../graph/graph.js";
import { printGraph } from "../graph/graph-json.js";
import { optimise } from "../graph/optimise/optimise.js";
import { GraphView } from "../graph/predict/graph-view.js";
import { PathFinder } from "../graph/predict/path.js";
import { suggestNextActions } from "../graph/predict/suggest.js";
import {
  type Command,
  type CommandLine,
  integerFlag,
  readCommandLine,
  requireOneOf,
  requirePositional,
  textFlag,
  UsageError,
} from "./command.js";
import { graphCoverage, graphDiff, readGraphFile } from "./graph-compare.js";
import { graphCounts, graphLines, pathLines, suggestionLines } from "./graph-lines.js";
import { EXIT, printJson, printText } from "./output.js";
import { readRuns } from "./read-runs.js";
import { savePieces } from "./save-new-pieces.js";

const USAGE = `fovea graph build TRACE… -o FILE | show FILE | suggest FILE SCREEN | path FILE FROM TO | diff OLD NEW |
  coverage FILE

The screens of an app and the ways between them, learnt from traces (docs/memory.md).
  build TRACE…       reads traces, .fovea files or folders of traces, and writes the graph as JSON
  -o, --out FILE     of build: the file to write
  --now TIME         of build: the time from which ages count, ISO 8601; now if absent. The same traces and the same time
                     give the same bytes
  --raw              of build: do not merge screens; do not search for loops, branches and patterns
  --overwrite        of build: replace an existing file
  show FILE          prints the screens, ways, loops and branches
  suggest FILE SCREEN
                     what was done at a screen (an id that show prints), the most likely first; --goal WORDS, --count N
  path FILE FROM TO  the most reliable known way between two screens; exit code 1 if no way is known
  diff OLD NEW       the screens, and the ways between screens, of OLD that NEW lacks; exit code 1 if there are any
  --junit FILE       of diff: also writes JUnit XML, with a case for each screen and way of OLD
  coverage FILE      the share of controls that were tried; with --of WHOLE: the share of the screens and of the ways of
                     WHOLE that FILE has
  --min PERCENT      of coverage: exit code 1 if the share is less; with --of: if the share of screens is less
  --json             prints the result as JSON; build gives counts, and show the whole graph

Exit codes: 0 done, 1 no valid traces or graph, something lost, too little covered, 2 usage.`;

const FLAGS = {
  out: { type: "string", short: "o", multiple: false },
  now: { type: "string", multiple: false },
  raw: { type: "boolean", multiple: false },
  goal: { type: "string", multiple: false },
  count: { type: "string", multiple: false },
  overwrite: { type: "boolean", multiple: false },
  junit: { type: "string", multiple: false },
  of: { type: "string", multiple: false },
  min: { type: "string", multiple: false },
  json: { type: "boolean", multiple: false },
  help: { type: "boolean", multiple: false },
} as const;

const MOST_TRACES = 10_000;

/** Builds and reads graphs of apps from traces; needs no device. */
export const graph: Command = async (call, signal) => {
  const line = readCommandLine(call, FLAGS, MOST_TRACES);
  if (line.flags["help"]) {
    printText(line.terminal, USAGE);
    return EXIT.done;
  }
  const name = requireOneOf(line.positionals, 0, ["build", "show", "suggest", "path", "diff", "coverage"]);
  for (const flag of Object.keys(FLAGS)) {
    const isKnown = flag === "json" || (OWN_FLAGS[name as keyof typeof OWN_FLAGS] as readonly string[]).includes(flag);
    if (line.flags[flag] !== undefined && !isKnown) throw new UsageError(`--${flag} does not belong to ${name}`);
  }
  if (name === "build") await build(line, signal);
  else if (name === "show") await show(line);
  else if (name === "suggest") await suggest(line);
  else if (name === "diff") return await graphDiff(line);
  else if (name === "coverage") return await graphCoverage(line);
  else return await path(line);
  return EXIT.done;
};

/** The flags of each subcommand, besides --json. */
const OWN_FLAGS = {
  build: ["out", "now", "raw", "overwrite"],
  show: [],
  suggest: ["goal", "count"],
  path: [],
  diff: ["junit"],
  coverage: ["of", "min"],
} as const;

async function build({ terminal, positionals, flags }: CommandLine, signal: AbortSignal): Promise<void> {
  const paths = positionals.slice(1);
  if (paths.length === 0) throw new UsageError("give the path of at least one trace");
  const out = textFlag(flags, "out");
  if (out === undefined) throw new UsageError("--out FILE is missing");
  const now = momentOf(textFlag(flags, "now"));
  const raw = buildGraph(await readRuns(paths, now, signal), now);
  const built = flags["raw"] === true ? raw : optimise(raw);
  await savePieces(out, pieces(built), flags["overwrite"] === true);
  if (flags["json"] === true) printJson(terminal, graphCounts(built));
  else printText(terminal, `${out}: ${countWords(built)}`);
}

async function* pieces(built: ProcessGraph) {
  yield* printGraph(built);
}

function momentOf(given: string | undefined): number {
  if (given === undefined) return Date.now();
  const moment = Date.parse(given);
  if (Number.isNaN(moment))
    throw new UsageError(`--now takes a time like 2026-01-02T03:04:05Z, not ${JSON.stringify(given)}`);
  return moment;
}

async function show(line: CommandLine): Promise<void> {
  const read = await readGraph(line, 2);
  if (line.flags["json"] === true) printJson(line.terminal, read);
  else printText(line.terminal, [countWords(read), ...graphLines(read)].join("\n"));
}

const USUAL_COUNT = 5;

async function suggest(line: CommandLine): Promise<void> {
  const { terminal, positionals, flags } = line;
  const view = new GraphView(await readGraph(line, 3));
  const at = screenOf(view, requirePositional(positionals, 2, "the id of a screen"));
  const count = integerFlag(flags, "count") ?? USUAL_COUNT;
  const found = suggestNextActions(view, { at, history: [], goal: textFlag(flags, "goal") ?? null, count });
  if (flags["json"] === true) printJson(terminal, found);
  else printText(terminal, suggestionLines(found).join("\n"));
}

async function path(line: CommandLine): Promise<number> {
  const { terminal, positionals, flags } = line;
  const [start, goal] = [2, 3].map((place) => requirePositional(positionals, place, "the ids of two screens"));
  const view = new GraphView(await readGraph(line, 4));
  const [from, to] = [screenOf(view, start ?? ""), screenOf(view, goal ?? "")];
  const found = new PathFinder(view).find(from, to);
  if (flags["json"] === true) printJson(terminal, found);
  else printText(terminal, pathLines(view, found, { from, to }).join("\n"));
  return found ? EXIT.done : EXIT.failed;
}

function screenOf(view: GraphView, id: string): string {
  const vertex = view.vertex(id);
  if (!vertex) throw new UsageError(`the graph has no screen ${JSON.stringify(id)}: fovea graph show lists them`);
  return vertex.id;
}

/** The graph in a file. `most`: how many words the command accepts. */
async function readGraph({ positionals }: CommandLine, most: number): Promise<ProcessGraph> {
  const file = requirePositional(positionals, 1, "the path of the graph");
  const extra = positionals[most];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
  return await readGraphFile(file);
}

function countWords(built: ProcessGraph): string {
  return Object.entries(graphCounts(built))
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

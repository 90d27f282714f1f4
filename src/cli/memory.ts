import { existsSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { FoveaError } from "../base/errors.js";
import type { GraphRun } from "../graph/build/graph-run.js";
import { MEMORY_LIMITS } from "../memory/limits.js";
import { type Forgetting, Memory, requireForgotten } from "../memory/memory.js";
import { damagedWords, type Origin, readRunLines } from "../memory/run-lines.js";
import { nameOrQuoted } from "../screen/label.js";
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
import { graphCounts } from "./graph-lines.js";
import { askOfPhone, isPhoneSubcommand, PHONE_FLAGS, PHONE_SUBCOMMANDS } from "./memory-of-phone.js";
import { EXIT, printJson, printText } from "./output.js";
import { readRuns } from "./read-runs.js";
import { savePieces } from "./save-new-pieces.js";

const USAGE = `fovea memory import PATH… | show [WORDS] | forget | export FILE | recall [GOAL] | predict [GOAL] | go-to SCREEN
  --memory DIR

Keeps what was learnt of apps in a folder (docs/memory.md#a-memory): runs without screenshots, and the graph of them.
  import PATH…      traces, folders of traces, or what another memory exported, which is marked as imported
  show [WORDS]      what is kept; with words, the screens that show most of them
  forget            --app PACKAGE, --run ID, --before TIME or --all: nothing of it stays in the files
  export FILE       all runs in one file
  recall [GOAL]     screens that fit a goal in words, with the path there from the current screen
  predict [GOAL]    earlier actions on the current screen, and where they led
  go-to SCREEN      takes the phone to a known screen, by id or words; stops if the phone shows something else
  --memory DIR      the folder
  --max-days N      of import: runs that ended before are dropped (365)
  --max-mb N        of import: the oldest runs beyond it are dropped (256)
  --screen ID       of recall: all that is known of one screen
  --note WORDS      of recall: text to keep with that screen, or without --screen with the current one
  --count N         of recall and predict: how many at most
  --confirm         of go-to: ask on the terminal first, even if the guard would not
  --overwrite       of export: replace an existing file
  --json            for programs

Exit codes: 0 done, 1 nothing to import, find or forget, or not a memory, 2 usage.`;

const FLAGS = {
  "max-days": { type: "string", multiple: false },
  "max-mb": { type: "string", multiple: false },
  app: { type: "string", multiple: false },
  run: { type: "string", multiple: false },
  before: { type: "string", multiple: false },
  all: { type: "boolean", multiple: false },
  ...PHONE_FLAGS,
  overwrite: { type: "boolean", multiple: false },
  json: { type: "boolean", multiple: false },
  help: { type: "boolean", multiple: false },
} as const;

/** The flags of each subcommand, besides --memory and --json. */
const OWN_FLAGS = {
  import: ["max-days", "max-mb"],
  show: [],
  forget: ["app", "run", "before", "all"],
  export: ["overwrite"],
  recall: PHONE_SUBCOMMANDS.recall.flags,
  predict: PHONE_SUBCOMMANDS.predict.flags,
  "go-to": PHONE_SUBCOMMANDS["go-to"].flags,
} as const;
type Subcommand = keyof typeof OWN_FLAGS;

const MOST_PATHS = 10_000;
const MOST_FOUND = 5;

interface Job {
  readonly line: CommandLine;
  readonly memory: Memory;
  readonly words: readonly string[];
  readonly isJson: boolean;
  readonly signal: AbortSignal;
}

/** Reads and changes the memory in a folder; recall, predict and go-to need a device. */
export const memory: Command = async (call, signal) => {
  const line = readCommandLine(call, FLAGS, MOST_PATHS);
  if (line.flags["help"]) {
    printText(line.terminal, USAGE);
    return EXIT.done;
  }
  const subcommand = subcommandOf(line);
  const folder = line.config.memory;
  if (folder === undefined) throw new UsageError("--memory DIR is missing");
  const words = line.positionals.slice(1);
  if (isPhoneSubcommand(subcommand)) {
    // A query would otherwise create an empty memory.
    if (!existsSync(folder)) throw noMemory(folder);
    return await askOfPhone(subcommand, line, signal);
  }
  const check = { import: requireWords, show: noCheck, forget: forgettingOf, export: requireWords }[subcommand];
  check(line);
  if (subcommand !== "import" && !existsSync(folder)) throw noMemory(folder);
  const opened = new Memory(folder, Date.now);
  try {
    const job = { line, memory: opened, words, isJson: line.flags["json"] === true, signal };
    return await { import: importRuns, show, forget, export: exportRuns }[subcommand](job);
  } finally {
    opened.close();
  }
};

function noMemory(folder: string): FoveaError {
  return new FoveaError("MEMORY_UNREADABLE", `there is no memory in ${folder}`, {
    hint: "Name the folder of one; `fovea memory import TRACE --memory DIR` makes one.",
  });
}

function noCheck(): void {}

function requireWords({ positionals }: CommandLine): void {
  requirePositional(positionals, 1, "a path");
}

function subcommandOf({ positionals, flags }: CommandLine): Subcommand {
  const subcommand = requireOneOf(positionals, 0, Object.keys(OWN_FLAGS) as readonly Subcommand[]);
  for (const flag of Object.keys(FLAGS)) {
    const isKnown = flag === "json" || flag === "memory" || (OWN_FLAGS[subcommand] as readonly string[]).includes(flag);
    if (flags[flag] !== undefined && !isKnown) throw new UsageError(`--${flag} does not belong to ${subcommand}`);
  }
  return subcommand;
}

async function importRuns({ line, memory: opened, words, isJson, signal }: Job): Promise<number> {
  const limits = {
    mostDays: integerFlag(line.flags, "max-days") ?? MEMORY_LIMITS.mostDays,
    mostBytes: (integerFlag(line.flags, "max-mb") ?? MEMORY_LIMITS.mostBytes / 1e6) * 1e6,
  };
  const read: { runs: readonly GraphRun[]; origin: Origin }[] = [];
  for (const path of words) read.push(await readSource(path, signal));
  const kept = read.map(({ runs, origin }) => opened.keep(runs, origin, limits));
  const all = {
    added: kept.flatMap(({ added }) => added),
    known: kept.flatMap(({ known }) => known),
    dropped: kept.flatMap(({ dropped }) => dropped),
  };
  if (isJson) printJson(line.terminal, all);
  else
    printText(
      line.terminal,
      `${all.added.length} new runs, ${all.known.length} already there, ${all.dropped.length} dropped by age or size`,
    );
  return EXIT.done;
}

/** The runs of a file: an exported memory, which begins with its format, or else a trace. */
async function readSource(path: string, signal: AbortSignal): Promise<{ runs: readonly GraphRun[]; origin: Origin }> {
  if (!(await isExport(path))) return { runs: await readRuns([path], Date.now(), signal), origin: "trace" };
  const text = await readFile(path, "utf8");
  const { runs, damaged } = readRunLines(text, path);
  if (damaged > 0) throw new FoveaError("MEMORY_UNREADABLE", `${path} has ${damaged} lines that cannot be read`);
  return { runs, origin: "imported" };
}

const EXPORT_START = Buffer.from('{"fovea_memory":');
const MOST_EXPORTED_BYTES = 400_000_000;

async function isExport(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return false;
  await using file = await open(path, "r");
  const { buffer, bytesRead } = await file.read(Buffer.alloc(EXPORT_START.length), 0, EXPORT_START.length, 0);
  if (bytesRead < EXPORT_START.length || !EXPORT_START.equals(buffer)) return false;
  if (found.size <= MOST_EXPORTED_BYTES) return true;
  throw new FoveaError("MEMORY_UNREADABLE", `${path} has more than ${MOST_EXPORTED_BYTES / 1e6} MB`);
}

function show({ line: { terminal }, memory: opened, words, isJson }: Job): number {
  const graph = opened.graph();
  const found = words.length === 0 ? [] : opened.find(words.join(" "), MOST_FOUND);
  const runs = opened.runs();
  const imported = runs.filter(({ origin }) => origin === "imported").length;
  const apps = [...new Set(graph.vertices.map(({ print }) => print.app))].sort();
  const counts = { ...graphCounts(graph), imported, bytes: opened.bytes, apps, repaired: opened.repaired };
  if (isJson) printJson(terminal, words.length === 0 ? counts : found);
  else if (words.length > 0 && found.length === 0)
    printText(terminal, `no known screen says ${JSON.stringify(words.join(" "))}`);
  else
    printText(
      terminal,
      (words.length === 0 ? countLines(counts) : found.map(({ id, line }) => `${id} ${line}`)).join("\n"),
    );
  return words.length > 0 && found.length === 0 ? EXIT.failed : EXIT.done;
}

type Counts = ReturnType<typeof graphCounts> & {
  readonly imported: number;
  readonly bytes: number;
  readonly apps: readonly string[];
  readonly repaired: Memory["repaired"];
};

function countLines({ runs, steps, screens, ways, loops, imported, bytes, apps, repaired }: Counts): readonly string[] {
  return [
    `${runs} runs (${imported} imported), ${steps} steps, ${(bytes / 1e6).toFixed(1)} MB`,
    `${screens} screens, ${ways} ways, ${loops} loops`,
    ...(apps.length === 0 ? [] : [`apps: ${apps.map(nameOrQuoted).join(", ")}`]),
    ...(repaired.lines > 0 ? [damagedWords(repaired.lines)] : []),
    ...(repaired.index ? ["memory.db was damaged and has been made again from the runs"] : []),
  ];
}

function forgettingOf({ flags, positionals }: CommandLine): Forgetting {
  if (positionals[1] !== undefined) throw new UsageError(`"${positionals[1]}" is one word too many`);
  const [app, run, before] = [textFlag(flags, "app"), textFlag(flags, "run"), textFlag(flags, "before")];
  const given: Forgetting[] = [
    ...(app === undefined ? [] : [{ app }]),
    ...(run === undefined ? [] : [{ run }]),
    ...(before === undefined ? [] : [{ before: momentOf(before) }]),
    ...(flags["all"] === true ? [{ all: true } as const] : []),
  ];
  const [only, ...others] = given;
  if (!only || others.length > 0) throw new UsageError("give one of --app PACKAGE, --run ID, --before TIME, --all");
  return only;
}

function momentOf(text: string): number {
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) throw new UsageError(`--before takes a time like 2026-01-02, not ${JSON.stringify(text)}`);
  return moment;
}

function forget({ line, memory: opened, isJson }: Job): number {
  const what = forgettingOf(line);
  const count = opened.forget(what);
  if (!("all" in what)) requireForgotten(count, JSON.stringify(Object.values(what)[0]));
  if (isJson) printJson(line.terminal, { forgotten: count });
  else printText(line.terminal, `${count} runs are forgotten${"app" in what ? ", or what they did in that app" : ""}`);
  return EXIT.done;
}

async function exportRuns({ line, memory: opened, words, isJson }: Job): Promise<number> {
  const [file = "", extra] = words;
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
  const runs = opened.runs().length;
  if (runs === 0) throw new FoveaError("MEMORY_UNREADABLE", "the memory is empty: there is nothing to export");
  await savePieces(file, pieces(opened), line.flags["overwrite"] === true);
  if (isJson) printJson(line.terminal, { runs });
  else printText(line.terminal, `${file}: ${runs} runs`);
  return EXIT.done;
}

async function* pieces(opened: Memory) {
  yield* opened.lines();
}

import { join } from "node:path";
import { FoveaError } from "../base/errors.js";
import { buildGraph } from "../graph/build/build-graph.js";
import type { GraphRun } from "../graph/build/graph-run.js";
import type { ProcessGraph } from "../graph/graph.js";
import { hashOf } from "../graph/identity/screen-print.js";
import { optimise } from "../graph/optimise/optimise.js";
import { dropBeyond, MEMORY_LIMITS, type MemoryLimits } from "./limits.js";
import { type FoundScreen, MemoryIndex } from "./memory-index.js";
import { Notes } from "./notes.js";
import { endOf, fileNameOf, RunFolder } from "./run-folder.js";
import { type KeptRun, type Origin, printRun } from "./run-lines.js";

/** The data to delete: all of one app, one run, all before a time (ms since the epoch), or everything. */
export type Forgetting =
  | { readonly app: string }
  | { readonly run: string }
  | { readonly before: number }
  | { readonly all: true };

export interface Kept {
  /** The ids of new runs. */
  readonly added: readonly string[];
  /** The ids of the runs that the memory already had. */
  readonly known: readonly string[];
  /** The ids of older runs that were dropped to stay within the limits. */
  readonly dropped: readonly string[];
}

/**
 * A memory in a folder: `runs` with a file for each run, and `memory.db`, which is made from them. Several processes
 * may use it at the same time; each call sees everything that was written before it. `now` gives ms since the epoch,
 * from which ages are counted.
 */
export class Memory {
  readonly #runs: RunFolder;
  readonly #index: MemoryIndex;
  readonly #notes: Notes;
  readonly #now: () => number;
  #damaged = 0;

  /** Opens a memory. Errors: MEMORY_NEWER, MEMORY_UNUSABLE. */
  constructor(folder: string, now: () => number) {
    this.#runs = new RunFolder(join(folder, "runs"));
    this.#index = new MemoryIndex(join(folder, "memory.db"));
    this.#notes = new Notes(folder);
    this.#now = now;
  }

  /** How many lines of runs could not be read the last time, and whether the index was damaged and made again. */
  get repaired(): { readonly lines: number; readonly index: boolean } {
    return { lines: this.#damaged, index: this.#index.wasDamaged };
  }

  /** Stores runs that the memory does not have. Errors: MEMORY_UNUSABLE. */
  keep(runs: readonly GraphRun[], origin: Origin, limits: MemoryLimits = MEMORY_LIMITS): Kept {
    const [added, known]: [string[], string[]] = [[], []];
    for (const run of runs) {
      const id = origin === "imported" && !run.id.startsWith(FROM_ELSEWHERE) ? `${FROM_ELSEWHERE}${run.id}` : run.id;
      const isKnown = this.#runs.has(id);
      (isKnown ? known : added).push(id);
      if (!isKnown) this.#runs.write({ ...run, id, origin });
    }
    return { added, known, dropped: dropBeyond(this.#runs, limits, this.#now()) };
  }

  /** The graph of all runs, made again after runs came or went. Errors: MEMORY_NEWER for a run of a newer version. */
  graph(): ProcessGraph {
    const digest = this.#digest();
    const known = this.#index.digest === digest ? this.#index.graph() : null;
    if (known) return known;
    const made = this.#make();
    this.#index.write(digest, () => made);
    return made;
  }

  /** The screens with most of these words, the best first. */
  find(words: string, count: number): readonly FoundScreen[] {
    this.graph();
    return this.#index.find(words, count);
  }

  /** All runs, sorted by start time. Errors: MEMORY_NEWER. */
  runs(): readonly KeptRun[] {
    return this.#read().sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
  }

  /** The size of all runs, in bytes. */
  get bytes(): number {
    return this.#runs.files(this.#now()).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Deletes data, and gives how many runs were removed or cut; no deleted data stay in the files. */
  forget(what: Forgetting): number {
    const concerned = this.runs().filter((run) => isConcerned(run, what));
    for (const run of concerned) {
      const rest = "app" in what ? withoutApp(run, what.app) : [];
      for (const part of rest) this.#runs.write(part);
      if (!rest.some(({ id }) => id === run.id)) this.#runs.remove(fileNameOf(run.id));
    }
    if ("app" in what || "all" in what) this.#notes.forget("app" in what ? what.app : null);
    this.graph();
    this.#index.shrink();
    return concerned.length;
  }

  /** All runs as lines, for another memory. */
  *lines(): Generator<string> {
    for (const run of this.runs()) yield printRun(run);
  }

  close(): void {
    this.#index.close();
  }

  #digest(): string {
    const files = this.#runs.files(this.#now());
    return hashOf(files.map(({ name, bytes, endedMs }) => `${name} ${bytes} ${endedMs}`).join("\n"));
  }

  #make(): ProcessGraph {
    return optimise(buildGraph(this.#read(), this.#now()));
  }

  #read(): KeptRun[] {
    const read = this.#runs.files(this.#now()).map(({ name }) => this.#runs.read(name));
    this.#damaged = read.reduce((sum, { damaged }) => sum + damaged, 0);
    return read.flatMap(({ runs }) => runs);
  }
}

/** Prefix of the id of each run that came from another memory: every place that shows the id shows the origin, too. */
const FROM_ELSEWHERE = "imported ";

function isConcerned(run: KeptRun, what: Forgetting): boolean {
  if ("app" in what) return run.steps.some(({ screen }) => screen.app === what.app);
  if ("run" in what) return run.id === what.run;
  return "before" in what ? endOf(run) < what.before : true;
}

/** A run without an app, cut into several runs there: steps that did not follow each other must not seem to. */
function withoutApp(run: KeptRun, app: string): readonly KeptRun[] {
  const stretches: KeptRun["steps"][number][][] = [[]];
  for (const step of run.steps) {
    if (step.screen.app === app) stretches.push([]);
    else stretches.at(-1)?.push(withoutName(step, app));
  }
  const rest = stretches.filter(({ length }) => length > 0);
  return rest.map((steps, place) => ({ ...run, id: place === 0 ? run.id : `${run.id}~${place + 1}`, steps }));
}

/** The step before an app opened may have the name of the app. */
function withoutName(step: KeptRun["steps"][number], app: string): KeptRun["steps"][number] {
  const { taken } = step;
  return taken.action.detail === app ? { ...step, taken: { ...taken, action: { ...taken.action, detail: "" } } } : step;
}

/** Errors: MEMORY_UNREADABLE if there was nothing to delete. */
export function requireForgotten(count: number, what: string): void {
  if (count === 0)
    throw new FoveaError("MEMORY_UNREADABLE", `nothing is remembered of ${what}`, {
      hint: "`fovea memory show --memory DIR` says which apps it has; with --json, of how many runs.",
    });
}

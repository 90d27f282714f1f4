import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pollUntil } from "../base/signals.js";
import type { FlowPlan, PlannedFlow } from "../replay/workspace/plan.js";
import type { CommandCall } from "./command.js";
import { printText, reportError } from "./output.js";

/** What is run again after each change. */
export interface Watched {
  readonly call: CommandCall;
  /** Files and folders, as the user gave them. */
  readonly paths: readonly string[];
  /** Reads the flows again. Errors: those of the flows. */
  readonly plan: () => Promise<FlowPlan>;
  /** Runs, or checks, these flows. Errors: any; they are reported. */
  readonly perform: (plan: FlowPlan) => Promise<unknown>;
}

/** Saving a file takes a moment; a file that is still changing is not read. */
const POLL_MS = 250;

/**
 * Runs flows, and runs them again when one of their files changes: the flows that use the file, or all if no flow uses
 * it. Continues until the signal aborts. Errors: the signal's reason.
 */
export async function runWatching({ call, paths, plan, perform }: Watched, signal: AbortSignal): Promise<never> {
  let known: readonly string[] = [];
  let changed: ReadonlySet<string> | null = null;
  for (;;) {
    let stamps = await stampsOf(paths, known);
    try {
      const whole = await plan();
      known = filesOf(whole);
      stamps = await stampsOf(paths, known);
      await perform(changed === null ? whole : affected(whole, changed));
    } catch (error) {
      if (signal.aborted) throw error;
      reportError(error, call);
    }
    printText(call.terminal, `waiting for a change of ${stamps.size} files; Ctrl-C ends it`);
    changed = await pollUntil(
      changeOf(stamps, async () => await stampsOf(paths, known)),
      POLL_MS,
      signal,
    );
    printText(call.terminal, `changed: ${[...changed].join(", ")}`);
  }
}

function filesOf({ sequence, others, config }: FlowPlan): readonly string[] {
  const own = config.file === null ? [] : [config.file];
  return [...own, ...[...sequence, ...others].flatMap(({ files }) => files)];
}

function affected(plan: FlowPlan, changed: ReadonlySet<string>): FlowPlan {
  const has = ({ files }: PlannedFlow) => files.some((file) => changed.has(file));
  const [sequence, others] = [plan.sequence.filter(has), plan.others.filter(has)];
  return sequence.length + others.length === 0 ? plan : { ...plan, sequence, others };
}

type Stamps = ReadonlyMap<string, string>;

/** The time and size of each file; for folders, of the flows in them, so that new flows count. */
async function stampsOf(paths: readonly string[], known: readonly string[]): Promise<Stamps> {
  const below = await Promise.all(paths.map(flowsIn));
  const files = [...new Set([...below.flat(), ...known])].toSorted();
  const stamps = await Promise.all(files.map(async (file) => [file, await stampOf(file)] as const));
  return new Map(stamps);
}

async function flowsIn(path: string): Promise<readonly string[]> {
  const names: readonly string[] | null = await readdir(path, { recursive: true }).catch(() => null); // it is a file
  return names ? names.filter((name) => /\.ya?ml$/i.test(name)).map((name) => join(path, name)) : [path];
}

async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found ? `${found.mtimeMs} ${found.size}` : "gone";
}

/** A poll that gives the files that differ, after two equal readings of them. */
function changeOf(before: Stamps, read: () => Promise<Stamps>): () => Promise<ReadonlySet<string> | undefined> {
  let last = before;
  return async () => {
    const now = await read();
    const isStill = differences(last, now).size === 0;
    last = now;
    const changed = differences(before, now);
    return isStill && changed.size > 0 ? changed : undefined;
  };
}

function differences(one: Stamps, other: Stamps): ReadonlySet<string> {
  return new Set([...one.keys(), ...other.keys()].filter((file) => one.get(file) !== other.get(file)));
}

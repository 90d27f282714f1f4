import { resolve } from "node:path";
import { openFovea } from "../app/open-app.js";
import { backOff } from "../base/signals.js";
import { HandRecording } from "../by-hand/hand-recording.js";
import { requireWritable } from "../recorder/writable-folder.js";
import { toolContext } from "../server/tool-context.js";
import {
  type Command,
  type CommandLine,
  MOST_SECONDS,
  rangeFlag,
  readCommandLine,
  requirePositional,
  UsageError,
} from "./command.js";
import { EXIT, printJson, printText } from "./output.js";

const USAGE = `fovea record --by-hand DIR [--seconds N] [--json]

Records what a person does on the phone, until Ctrl-C or for N seconds: each touch with the element under it, typed text
with its field. DIR is a new folder, which gets a trace for the device (docs/recording.md). What is not certain is recorded
as unresolved. Needs a companion: fovea doctor says whether one runs.`;

/** How long the start of a recording may take. The recording itself lasts until Ctrl-C, a day at most. */
const START_MS = 60_000;

/** Records what a person does, as a trace. */
export const record: Command = async (call, signal) => {
  const boolean = { type: "boolean" } as const;
  const flags = { "by-hand": boolean, seconds: { type: "string" }, json: boolean, help: boolean } as const;
  const line = readCommandLine(call, flags, 1);
  if (line.flags["help"]) {
    printText(line.terminal, USAGE);
    return EXIT.done;
  }
  if (line.flags["by-hand"] !== true)
    throw new UsageError(
      "fovea record is for what a person does: --by-hand. What commands do is recorded with --trace DIR.",
    );
  const folder = resolve(requirePositional(line.positionals, 0, "the folder (DIR)"));
  const seconds = rangeFlag(line.flags, "seconds", 1, MOST_SECONDS) ?? MOST_SECONDS;
  const done = await recordIn(folder, { ...line, seconds }, signal);
  if (line.flags["json"]) printJson(line.terminal, done);
  else printText(line.terminal, linesOf(done));
  return EXIT.done;
};

interface Recorded {
  /** The path of the trace; null if nothing was done. */
  readonly trace: string | null;
  readonly steps: number;
  readonly unresolved: readonly string[];
}

async function recordIn(
  folder: string,
  { config, terminal, seconds }: CommandLine & { readonly seconds: number },
  signal: AbortSignal,
): Promise<Recorded> {
  await using app = await openFovea(
    { ...config, trace: undefined },
    { program: "fovea record", entry: "command", startsCompanion: true },
  );
  const context = toolContext(app, () => {});
  const session = await context.session(undefined, signal);
  await requireWritable(folder);
  app.recorder.start(folder);
  const starting = AbortSignal.any([signal, AbortSignal.timeout(START_MS)]);
  const recording = await HandRecording.start(session, starting, (did, doubt) => {
    if (terminal.isInteractive) printText(terminal, doubt === null ? did : `! ${did}: unresolved: ${doubt}`);
  });
  if (terminal.isInteractive) printText(terminal, "recording what you do on the phone; Ctrl-C ends it");
  await backOff(seconds * 1_000, signal); // Ctrl-C is how it ends
  const { steps, unresolved } = await recording.stop();
  const state = (await app.recorder.stop()).get(session.device.serial);
  return { trace: state?.folder ?? null, steps, unresolved };
}

function linesOf({ trace, steps, unresolved }: Recorded): string {
  if (trace === null) return "nothing was done, so nothing is recorded";
  const counts = new Map<string, number>();
  for (const why of unresolved) counts.set(why, (counts.get(why) ?? 0) + 1);
  const doubts = [...counts].map(([why, count]) => `! ${count} unresolved: ${why}`);
  return [`recorded ${steps} steps in ${trace}`, ...doubts, `Next: fovea trace show ${trace}`].join("\n");
}

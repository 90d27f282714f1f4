import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { requireFileName } from "../answers/save-new.js";
import { backOff } from "../base/signals.js";
import { recordScreen as tool } from "../tools/record-screen.js";
import {
  type Command,
  MOST_SECONDS,
  rangeFlag,
  readCommandLine,
  requirePositional,
  textFlag,
  UsageError,
} from "./command.js";
import { EXIT, printJson, printText } from "./output.js";
import { inOneApp } from "./tool-command.js";

const USAGE = `fovea record-screen FILE.mp4 [--seconds N] [--size WIDTHxHEIGHT] [--json]

Records a video of the screen until Ctrl-C, or for N seconds, and saves it as a new file. Parts of three minutes, which
is what Android records at once, are joined; after ten parts the recording ends.`;

/** How long Ctrl-C waits until the device has finished the file and the file has arrived. */
const SAVE_MS = 60_000;

/** Records a video of the screen, from the call to Ctrl-C. */
export const recordScreen: Command = async (call, signal) => {
  const text = { type: "string" } as const;
  const boolean = { type: "boolean" } as const;
  const line = readCommandLine(call, { seconds: text, size: text, json: boolean, help: boolean }, 1);
  const { terminal, positionals, flags } = line;
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  const file = resolve(requirePositional(positionals, 0, "the file (FILE.mp4)"));
  // Checked before the recording: a video that cannot be saved would be lost.
  requireFileName(basename(file), "mp4");
  if (existsSync(file)) throw new UsageError(`${file} exists: name a new file`);
  const seconds = rangeFlag(flags, "seconds", 1, MOST_SECONDS);
  const size = textFlag(flags, "size");
  const config = { ...line.config, outputDir: dirname(file) };
  const outcome = await inOneApp(
    { ...line, config },
    "record-screen",
    async (make) => {
      await make(tool, { action: "start", ...(size !== undefined && { size }) }, signal);
      if (terminal.isInteractive && seconds === undefined) printText(terminal, "recording; Ctrl-C ends it");
      await backOff(seconds === undefined ? LONGEST_MS : seconds * 1_000, signal);
      return await make(tool, { action: "stop", save_as: basename(file) }, AbortSignal.timeout(SAVE_MS));
    },
    signal,
  );
  if (flags["json"]) printJson(terminal, outcome.toJson());
  else printText(terminal, outcome.answer.text);
  return EXIT.done;
};

/** Longer than the device can record. */
const LONGEST_MS = 31 * 60_000;

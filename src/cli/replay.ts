import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openFovea } from "../app/open-app.js";
import { toFoveaError } from "../base/errors.js";
import { makeFolder } from "../base/make-folder.js";
import { requireActing } from "../base/read-only.js";
import { junitXml } from "../replay/junit.js";
import { type Recording, readRecording } from "../replay/read-recording.js";
import { countsOf, type PagePicture, type PagePictures, replayPage } from "../replay/replay-page.js";
import { type PictureKind, type ReplayOptions, replayTrace, unrunReplay } from "../replay/replay-trace.js";
import type { RunReport, StepReport } from "../replay/report.js";
import { toolContext } from "../server/tool-context.js";
import { decodePicture, encodeForModel } from "../vision/image.js";
import {
  type Command,
  type CommandCall,
  type CommandLine,
  readCommandLine,
  requirePositional,
  textFlag,
  UsageError,
} from "./command.js";
import { EXIT, printJson, printText, reportError } from "./output.js";
import { ignoreOf, valuesOf } from "./replay-flags.js";
import { requirePlace } from "./require-place.js";
import { savePictureAt } from "./save-picture.js";

const USAGE = `fovea replay TRACE [--junit OUT.xml] [--html OUT.html] [--json]

Repeats the steps of a recorded trace, on elements found by their stored selectors, and compares each result with the
recording: passed, healed (the element has changed, but is certainly the same), diverged, failed. Ends at the first step
that differs. The phone is not reset: it has to show the screen that the trace begins with.
  --keep-going         continue after such a step
  --launch             first open the app that was in front when the recording began
  --strict             healed steps count as failures, too
  --value STEP=env:NAME, --value STEP=file:PATH
                       the text that step types where it was redacted; may be given several times
  --ignore REGEX       words that do not count for the comparison; may be given several times
  --junit OUT.xml      a report for CI
  --html OUT.html      a page with both screenshots where the screen differs
  --screenshots DIR    save these screenshots as files
  --overwrite          replace existing reports and screenshots
  --json               the report on standard output

How long to wait for the recorded screen: --action-timeout. What is compared: docs/replay.md.
Exit codes: 0 all passed or healed, 1 diverged or failed, 2 usage or no readable trace.`;

const TEXT = { type: "string", multiple: false } as const;
const FLAG = { type: "boolean", multiple: false } as const;
const LIST = { type: "string", multiple: true } as const;
const OWN = {
  "keep-going": FLAG,
  launch: FLAG,
  strict: FLAG,
  value: LIST,
  ignore: LIST,
  junit: TEXT,
  html: TEXT,
  screenshots: TEXT,
  overwrite: FLAG,
  json: FLAG,
  help: FLAG,
} as const;

/** Replays a trace on a device. */
export const replay: Command = async (call, signal) => {
  const line = readCommandLine(call, OWN, 1);
  if (line.flags["help"]) {
    printText(line.terminal, USAGE);
    return EXIT.done;
  }
  const path = requirePositional(line.positionals, 0, "the path of the trace");
  const preference = { ignore: ignoreOf(line.flags), values: await valuesOf(line.flags, line.terminal) };
  await using recording = await readOrReport(path, call, signal);
  if (recording === null) return EXIT.usage;
  requireActing("replay", line.config);
  await requirePlaces(line);
  const kept: Kept = { pages: new Map(), line };
  const report = await run(recording, { ...preference, file: path, kept, line }, signal).catch(
    async (error: unknown) => {
      const coded = toFoveaError(signal.aborted ? signal.reason : error);
      await saveReports(unrunReplay(recording, path, coded), kept);
      throw error;
    },
  );
  await saveReports(report, kept);
  if (line.flags["json"]) printJson(line.terminal, report);
  else printText(line.terminal, `${countsOf(report.steps)}: ${report.outcome}`);
  const isHealed = report.steps.some(({ outcome }) => outcome === "healed");
  return report.outcome === "failed" || (isHealed && line.flags["strict"] === true) ? EXIT.failed : EXIT.done;
};

/** Checks the files of the reports before anything is done. */
async function requirePlaces({ flags }: CommandLine): Promise<void> {
  const isOver = flags["overwrite"] === true;
  for (const flag of ["junit", "html"]) {
    const file = textFlag(flags, flag);
    if (file !== undefined) await requirePlace(`--${flag}`, file, isOver);
  }
  const folder = textFlag(flags, "screenshots");
  if (folder === undefined || isOver) return;
  const older = (await readdir(folder).catch(() => [])).find((name) =>
    /^step-\d+-(?:expected|actual)\.png$/.test(name),
  );
  if (older === undefined) return;
  throw new UsageError(`--screenshots: ${join(folder, older)} exists: --overwrite replaces it`);
}

async function readOrReport(path: string, call: CommandCall, signal: AbortSignal): Promise<Recording | null> {
  try {
    return await readRecording(path, signal);
  } catch (error) {
    signal.throwIfAborted();
    reportError(error, call);
    return null;
  }
}

interface Run extends Pick<ReplayOptions, "file" | "ignore" | "values"> {
  readonly kept: Kept;
  readonly line: CommandLine;
}

async function run(recording: Recording, { kept, line, ...preference }: Run, signal: AbortSignal): Promise<RunReport> {
  const { flags, config, terminal } = line;
  // Another source may name an element with other words, so the source of the recording is used.
  const startsCompanion = recording.steps.some(({ before }) => before?.source === "a11y-shell");
  await using app = await openFovea(config, { program: "fovea replay", startsCompanion, entry: "script" });
  const context = toolContext(app, () => {});
  const session = await context.session(undefined, signal);
  if (startsCompanion) await session.onDevice.live(signal, { waits: true });
  const options: ReplayOptions = {
    ...preference,
    patienceMs: config.actionTimeoutMs,
    keepsGoing: flags["keep-going"] === true,
    launches: flags["launch"] === true,
    keep: async (step, kind, bytes) => await keep(kept, { step, kind, bytes }),
    onStep: (step) => {
      if (!flags["json"]) printText(terminal, stepText(step));
    },
  };
  return await replayTrace(recording, { session, context }, options, signal);
}

function stepText({ place, name, outcome, code, message, notes }: StepReport): string {
  const why = message === null || outcome === "skipped" ? [] : [`  ${code === null ? "" : `${code}: `}${message}`];
  return [`${outcome.padEnd(8)} ${place}: ${name}`, ...why, ...notes.map((note) => `  ${note}`)].join("\n");
}

interface Kept {
  readonly pages: Map<number, PagePictures>;
  readonly line: CommandLine;
}

/** A page with more steps would be too large to open. */
const MOST_PAGE_STEPS = 50;

async function keep(
  { pages, line }: Kept,
  { step, kind, bytes }: { readonly step: number; readonly kind: PictureKind; readonly bytes: Uint8Array },
): Promise<string | null> {
  const { flags } = line;
  const place = step - 1;
  const known = pages.get(place);
  if (flags["html"] !== undefined && (known || pages.size < MOST_PAGE_STEPS)) {
    const picture = await pagePicture(bytes);
    pages.set(place, { expected: null, actual: null, ...known, [kind]: picture });
  }
  const folder = textFlag(flags, "screenshots");
  if (folder === undefined) return null;
  await makeFolder(folder);
  const path = join(folder, `step-${step}-${kind}.png`);
  await savePictureAt(path, bytes, flags["overwrite"] === true);
  return path;
}

async function pagePicture(bytes: Uint8Array): Promise<PagePicture | null> {
  const frame = await decodePicture(bytes).catch(() => null);
  return frame && (await encodeForModel(frame));
}

async function saveReports(report: RunReport, { pages, line }: Kept): Promise<void> {
  const isOver = line.flags["overwrite"] === true;
  const junit = textFlag(line.flags, "junit");
  if (junit !== undefined) await savePictureAt(junit, Buffer.from(junitXml([report])), isOver);
  const html = textFlag(line.flags, "html");
  if (html !== undefined) await savePictureAt(html, Buffer.from(replayPage(report, pages)), isOver);
}

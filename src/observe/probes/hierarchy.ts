import { randomUUID } from "node:crypto";
import { type ErrorCode, FoveaError, isFoveaError, toFoveaError } from "../../base/errors.js";
import type { Size } from "../../base/geometry.js";
import { pollUntil } from "../../base/signals.js";
import type { LiveCompanion } from "../../devices/companion/live-companion.js";
import { PRINT_TIME, timesReportedIn, withoutTimes } from "../../devices/device-clock.js";
import { quoteArgv } from "../../devices/quote.js";
import { command, dumpsys, inTurn, type Step } from "../../devices/script.js";
import { SHELL_LIMITS, type ShellResult } from "../../devices/shell.js";
import { openParts } from "../../devices/shell-parts.js";
import type { ElementDraft } from "../../screen/element.js";
import type { FrameStats } from "../../screen/frame-stats.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { quoteWords } from "../../screen/label.js";
import type { HierarchySource } from "../../screen/observation.js";
import { parseGfxinfo } from "../parse/gfxinfo.js";
import { decodeText } from "../parse/text.js";
import type { WindowFacts } from "../parse/window/window-facts.js";
import { type Found, factError, type ProbeContext, type ProbePlan, type ProbeResult } from "../probe.js";
import type { ReadTree } from "../reading/read-tree.js";
import { readTreeFor, readWindowFor } from "../reading/reading.js";
import { cutErrors } from "./cut-errors.js";
import { framesPart } from "./frame-stats.js";
import { WINDOW_PART, type WindowData } from "./window.js";

/** A hierarchy and how it was read. */
export interface HierarchyData {
  readonly hierarchy: ViewHierarchy;
  readonly source: HierarchySource;
  /** The window manager's report right after uiautomator's dump, in the same stream; else null. */
  readonly windowAfter: WindowFacts | null;
  readonly compressed: boolean;
  /** Its elements, for the screen size that was known then; null if they were not searched yet. */
  readonly drafts: { readonly screenSize: Size | null; readonly elements: readonly ElementDraft[] } | null;
  /** How the companion took it; null for another source. */
  readonly live: LiveMark | null;
  /** The frames of an app right after it, in the same stream; absent if they were not requested, or not reported. */
  readonly framesAfter?: FramesAfter;
  /** When uiautomator finished reading, in ms since the device's boot; absent for another source, or if unknown. */
  readonly readAtUpMs?: number;
}

/** The frames of an app, as reported right after a hierarchy. */
export interface FramesAfter {
  readonly packageName: string;
  readonly stats: FrameStats;
  /** performance.now() when the hierarchy had arrived and the device was not asked for the frames yet. */
  readonly begunAt: number;
}

/** How the companion took a hierarchy. */
export interface LiveMark {
  readonly companion: LiveCompanion;
  /** The last event before the snapshot: its change is in the hierarchy. */
  readonly seq: number;
  /** `events` if a window was reused from an earlier walk, because no event reported a change of it. */
  readonly basis: "walk" | "events";
  /** The time of the walk on the device, in ms. */
  readonly walkMs: number;
  /** What changed while it was taken. */
  readonly moving: "content" | "windows" | null;
}

/**
 * uiautomator waits up to 10 s for a quiet second, and once more when the dump is repeated with --compressed; then it
 * starts a virtual machine, which takes another second on slow devices.
 */
const DEADLINE_MS = 30_000;
/** The dump of a real screen has at most a few MB. */
const DUMP_LIMITS = { totalMs: 20_000, firstByteMs: 18_000, maxBytes: 16 * 1024 * 1024 };
const WORD_LIMITS = { ...SHELL_LIMITS, totalMs: 8_000, maxBytes: WINDOW_PART.maxBytes };

/**
 * How often a dump is repeated after each error. NULL_ROOT: no window had a hierarchy (a transition). BUSY: a dump of
 * the call before is just ending. DISCONNECTED: the connection was lost. NOT_IDLE: the screen never became quiet, so
 * the dump is repeated with --compressed.
 */
const RETRIES: Partial<Record<ErrorCode, number>> = {
  HIERARCHY_NULL_ROOT: 2,
  HIERARCHY_NOT_IDLE: 1,
  UIAUTOMATION_BUSY: 1,
  DEVICE_DISCONNECTED: 1,
};
const RETRY_PAUSE_MS = 150;

const SUSPENDS = "accessibility services were suspended while uiautomator ran";

/** The input of a dump. */
export interface DumpRequest {
  /** The first report of the window manager; the dump does not wait for it. */
  readonly window: Promise<ProbeResult<WindowData>>;
  /** The app whose frames are read right after the hierarchy; null for none. */
  readonly framesOf: string | null;
}

/** The hierarchy that uiautomator dumps. */
export function hierarchyProbe(context: ProbeContext, { window, framesOf }: DumpRequest): ProbePlan<HierarchyData> {
  let screenSize: Size | null = null;
  window.then(
    ({ value }) => {
      screenSize = value?.screenSize ?? null;
    },
    () => {}, // the cancellation also ends this probe
  );
  let apiLevel: number | null = null;
  context.facts.then(
    ({ value }) => {
      apiLevel = value?.apiLevel ?? null;
    },
    () => {},
  );
  const screen: DumpContext = { ...context, framesOf, screenSize: () => screenSize, apiLevel: () => apiLevel };
  return {
    name: "hierarchy",
    deadlineMs: DEADLINE_MS,
    sideEffect: SUSPENDS,
    work: (signal) => context.session.dumps.run(() => dumpWithRetries(screen, signal), signal),
  };
}

interface DumpContext extends ProbeContext {
  readonly framesOf: string | null;
  /** The size of the screen; null while it is unknown. */
  readonly screenSize: () => Size | null;
  /** The API level; null while it is unknown. */
  readonly apiLevel: () => number | null;
}

async function dumpWithRetries(context: DumpContext, signal: AbortSignal): Promise<Found<HierarchyData>> {
  const failures: ErrorCode[] = [];
  return await pollUntil(
    async () => {
      try {
        return await dumpOnce(context, failures.includes("HIERARCHY_NOT_IDLE"), signal);
      } catch (error) {
        if (!isFoveaError(error) || signal.aborted) throw error;
        failures.push(error.code);
        if (failures.filter((code) => code === error.code).length > (RETRIES[error.code] ?? 0)) throw error;
        return undefined;
      }
    },
    RETRY_PAUSE_MS,
    signal,
  );
}

const OF_UIAUTOMATOR = { source: "uiautomator", live: null } as const;

async function dumpOnce(context: DumpContext, compressed: boolean, signal: AbortSignal): Promise<Found<HierarchyData>> {
  const parts = partsToAsk(await knownApiLevel(context));
  const { framesOf } = context;
  const [dumped, word, frames] = openParts(
    context.device,
    {
      kind: "read",
      name: "uiautomator dump",
      parts: [
        { step: dumpStep(compressed), ...DUMP_LIMITS, mayEndScript: true },
        { step: windowReportStep(parts), ...WORD_LIMITS },
        ...(framesOf === null ? [] : [framesPart(framesOf)]),
      ],
    },
    signal,
  );
  if (!dumped || !word) throw new FoveaError("INTERNAL", "nothing was asked");
  const source = compressed ? "uiautomator --compressed" : "uiautomator";
  const heard = word.then(({ stdout }) => ({ bytes: stdout, parts, takenAt: performance.now() }));
  heard.catch(() => {}); // not waited for if there is no hierarchy
  const { read, readAt, ...reported } = await treeOf(dumped, context, signal);
  const { hierarchy, drafts } = read;
  const value = { ...OF_UIAUTOMATOR, ...reported, hierarchy, drafts, compressed };
  const errors = cutErrors(read);
  try {
    const { takenAt, ...sent } = await heard;
    const windowAfter = await readWindowFor(context.session, sent, signal);
    const framesAfter = framesOf === null ? null : await framesIn(frames, { packageName: framesOf, begunAt: readAt });
    signal.throwIfAborted();
    return { value: { ...value, windowAfter, ...(framesAfter && { framesAfter }) }, source, takenAt, errors };
  } catch (error) {
    signal.throwIfAborted();
    const found = withoutWindowReport({ ...value, windowAfter: null }, { source, error, readAt });
    return { ...found, errors: [...errors, ...(found.errors ?? [])] };
  }
}

/** Reads the hierarchy while the device continues with the window manager's report. */
async function treeOf(dumped: Promise<ShellResult>, context: DumpContext, signal: AbortSignal): Promise<Tree> {
  const { stdout, stderr } = await dumped;
  const readAt = performance.now();
  const sent = { bytes: stdout, screenSize: context.screenSize(), apiLevel: context.apiLevel() };
  const read = await readTreeFor(context.session, sent, signal);
  const readAtUpMs = timesReportedIn(stderr).at(-1);
  if (read) return { read, readAt, ...(readAtUpMs !== undefined && { readAtUpMs }) };
  if (stdout.length > 0) throw noTree(stdout.length, context.device.serial);
  throw dumpError(stderr, context.device.serial);
}

/** Null if the frames were not reported, or not completely. */
async function framesIn(
  frames: Promise<ShellResult> | undefined,
  asked: Omit<FramesAfter, "stats">,
): Promise<FramesAfter | null> {
  const reported = await frames?.catch(() => null);
  const stats = reported && parseGfxinfo(decodeText(reported.stdout), asked.packageName)?.frameStats;
  return stats && stats.viewCount !== null ? { ...asked, stats } : null;
}

/** The hierarchy without the window manager's report: the hierarchy was complete when the report after it was lost. */
function withoutWindowReport(
  value: HierarchyData,
  { source, error, readAt }: { readonly source: string; readonly error: unknown; readonly readAt: number },
): Found<HierarchyData> {
  const { code, message } = toFoveaError(error);
  const errors = [factError("hierarchy", code, `the hierarchy was read, but not the window manager: ${message}`)];
  return { value, source, takenAt: readAt, errors };
}

interface Tree {
  readonly read: ReadTree;
  /** performance.now() when the hierarchy had arrived. */
  readonly readAt: number;
  readonly readAtUpMs?: number;
}

/** Null at the first observation of a device: its properties are being read at the same time. */
async function knownApiLevel({ session, facts }: ProbeContext): Promise<number | null> {
  return session.lastObservation ? ((await facts).value?.apiLevel ?? null) : null;
}

/**
 * Dumps into a file with a unique name, prints the file and removes it, all in one shell: so no stale file is read and
 * no file is left. `/dev/tty` would need a terminal, and /sdcard is missing for some users. The window manager's report
 * follows: it shows whether the hierarchy belongs to the window facts.
 *
 * When the stream is closed, only the shell gets SIGHUP (adbd, shell_service.cpp). A shell that runs a program in the
 * foreground handles the signal only after the program's end. A shell in `wait` handles it at once (POSIX) and can end
 * uiautomator, which would otherwise continue for up to ten seconds and block the next dump.
 */
function dumpStep(compressed: boolean): Step {
  const file = `/data/local/tmp/FOVEA-${randomUUID()}.xml`;
  const dump = quoteArgv(["uiautomator", "dump", ...(compressed ? ["--compressed"] : []), file]);
  const remove = quoteArgv(["rm", "-f", file]);
  const text = [
    quoteArgv(["trap", `kill $!; wait $!; ${remove}; exit 129`, "HUP", "INT", "TERM"]),
    `${dump} >&2 & wait $!`,
    `echo "${ENDED} $?" >&2`,
    PRINT_TIME.text,
    quoteArgv(["cat", file]),
    remove,
  ].join("; ");
  return { text, isSimple: false };
}

function windowReportStep([first, ...more]: readonly WindowPart[]): Step {
  const dumps = more.map((part) => dumpsys(3, "window", part));
  const own = dumpsys(3, "window", first ?? "displays");
  return dumps[0] ? inTurn(own, dumps[0]) : command(own);
}

type WindowPart = "displays" | "policy";

/** Up to Android 9 the focus is in `policy`, since 10 in `displays`. */
function partsToAsk(apiLevel: number | null): readonly WindowPart[] {
  return apiLevel !== null && apiLevel >= 29 ? ["displays"] : ["displays", "policy"];
}

const STORAGE_HINT = "Make room on the device (`adb shell df /data`), or use the screenshot, and points for targets.";

/** The script prints these words before uiautomator's exit status. */
const ENDED = "uiautomator ended with";

function noTree(bytes: number, serial: string): FoveaError {
  const message = `uiautomator on ${serial} wrote ${bytes} bytes that are not a hierarchy`;
  return new FoveaError("HIERARCHY_UNAVAILABLE", message, { hint: STORAGE_HINT });
}

function dumpError(said: string, serial: string): FoveaError {
  const text = withoutTimes(said)
    .split("\n")
    .filter((line) => !line.startsWith(`${ENDED} `))
    .join("\n")
    .trim();
  const on = `uiautomator on ${serial}`;
  if (/null root node/i.test(text)) return new FoveaError("HIERARCHY_NULL_ROOT", `${on} found no window with a tree`);
  if (/could not get idle state/i.test(text))
    return new FoveaError("HIERARCHY_NOT_IDLE", `${on}: the screen never became stable`);
  if (/already registered/i.test(text)) {
    return new FoveaError("UIAUTOMATION_BUSY", `${on}: another tool holds UiAutomation`);
  }
  // Ended by SIGKILL (9).
  if (/^Killed/m.test(text) || said.includes(`${ENDED} 137`)) {
    return new FoveaError("UIAUTOMATION_BUSY", `${on} was killed: another tool took UiAutomation, or memory ran out`);
  }
  // uiautomator prints this even if it could not write the file: DumpCommand logs an IOException and continues.
  if (/^UI hierchary dumped to/m.test(text)) {
    const message = `${on} says that it wrote the hierarchy, but the file is empty: is the storage full?`;
    return new FoveaError("HIERARCHY_UNAVAILABLE", message, { hint: STORAGE_HINT });
  }
  const cause = text === "" ? "it printed nothing" : quoteWords(text);
  return new FoveaError("HIERARCHY_UNAVAILABLE", `${on} gave no hierarchy: ${cause}`);
}

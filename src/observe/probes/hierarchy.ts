import { randomUUID } from "node:crypto";
import { FoveaError } from "../../base/errors.js";
import { pollUntil } from "../../base/signals.js";
import { quoteArgv } from "../../devices/quote.js";
import { dumpsys, type Script } from "../../devices/script.js";
import { runShell } from "../../devices/shell.js";
import type { ViewHierarchy } from "../../screen/hierarchy.js";
import { parseHierarchy } from "../parse/hierarchy.js";
import { decodeText } from "../parse/text.js";
import { parseWindow, type WindowFacts } from "../parse/window/window-facts.js";
import type { Found, ProbeContext, ProbePlan } from "../probe.js";

/** A hierarchy and what the window manager said right after it was taken, in the same stream. */
export interface HierarchyLook {
  readonly hierarchy: ViewHierarchy;
  readonly windowAfter: WindowFacts | null;
  readonly compressed: boolean;
}

/**
 * uiautomator waits up to 10 s for a quiet second, and once more when the dump is repeated with less in it; then it
 * starts a virtual machine, which takes another second on slow devices.
 */
const DEADLINE_MS = 30_000;
const DUMP_LIMITS = { totalMs: 20_000, firstByteMs: 18_000, maxBytes: 96 * 1024 * 1024 };

/** How often a dump that found no window is taken again, and how long after. */
const NULL_ROOT_RETRIES = 2;
const NULL_ROOT_PAUSE_MS = 150;

const SUSPENDS = "accessibility services were suspended while uiautomator ran";

export function hierarchyProbe(context: ProbeContext): ProbePlan<HierarchyLook> {
  return {
    name: "hierarchy",
    deadlineMs: DEADLINE_MS,
    work: (signal) => context.session.dumps.run(() => dumpWithRetries(context, signal), signal),
  };
}

async function dumpWithRetries(context: ProbeContext, signal: AbortSignal): Promise<Found<HierarchyLook>> {
  let compressed = false;
  let nullRoots = 0;
  return await pollUntil(
    async () => {
      try {
        return await dumpOnce(context, compressed, signal);
      } catch (error) {
        if (!(error instanceof FoveaError)) throw error;
        if (error.code === "HIERARCHY_NULL_ROOT" && nullRoots < NULL_ROOT_RETRIES) nullRoots += 1;
        else if (error.code === "HIERARCHY_NOT_IDLE" && !compressed) compressed = true;
        else throw error;
        return undefined;
      }
    },
    NULL_ROOT_PAUSE_MS,
    signal,
  );
}

async function dumpOnce(
  context: ProbeContext,
  compressed: boolean,
  signal: AbortSignal,
): Promise<Found<HierarchyLook>> {
  const mark = `FOVEA-${randomUUID()}`;
  const script = dumpScript(mark, compressed, await knownApiLevel(context));
  const result = await runShell(context.device, script, DUMP_LIMITS, signal);
  const takenAt = performance.now();
  const [xml = "", after = ""] = decodeText(result.stdout).split(`${mark}\n`);
  const hierarchy = parseHierarchy(xml);
  if (!hierarchy) throw dumpError(result.stderr, context.device.serial);
  const value = { hierarchy, windowAfter: parseWindow(after) ?? null, compressed };
  const source = compressed ? "uiautomator --compressed" : "uiautomator";
  return { value, source, takenAt, sideEffect: SUSPENDS };
}

/** Null on the first look at a device: its properties are being asked for at the same time. */
async function knownApiLevel({ session, facts }: ProbeContext): Promise<number | null> {
  return session.lastObservation ? ((await facts).value?.apiLevel ?? null) : null;
}

/**
 * Dump into a file of its own name, print it, remove it, all in one shell, so that neither a stale file can be read nor
 * one stay behind when the stream is closed. `/dev/tty` would need a terminal, and /sdcard is missing for some users.
 * The window manager's word on the focus follows: it tells whether the tree belongs to the window facts.
 */
function dumpScript(mark: string, compressed: boolean, apiLevel: number | null): Script<"read"> {
  const file = `/data/local/tmp/${mark}.xml`;
  const dump = quoteArgv(["uiautomator", "dump", ...(compressed ? ["--compressed"] : []), file]);
  const remove = quoteArgv(["rm", "-f", file]);
  // Up to Android 9 the focus is in `policy`, from 10 on in `displays`.
  const parts = apiLevel === null ? ["displays", "policy"] : [apiLevel < 29 ? "policy" : "displays"];
  const focus = parts.map((part) => quoteArgv(dumpsys(3, "window", part)));
  const text = [
    quoteArgv(["trap", `${remove}; exit 129`, "HUP", "INT", "TERM"]),
    `${dump} >&2`,
    quoteArgv(["cat", file]),
    remove,
    `echo ${mark}`,
    ...focus,
  ].join("; ");
  return { kind: "read", text, processes: 5 + focus.length };
}

function dumpError(said: string, serial: string): FoveaError {
  const text = said.trim();
  const on = `uiautomator on ${serial}`;
  if (/null root node/i.test(text)) return new FoveaError("HIERARCHY_NULL_ROOT", `${on} found no window with a tree`);
  if (/could not get idle state/i.test(text))
    return new FoveaError("HIERARCHY_NOT_IDLE", `${on}: the screen never came to rest`);
  if (/already registered|^Killed/im.test(text)) {
    return new FoveaError("UIAUTOMATION_BUSY", `${on}: another tool holds UiAutomation`);
  }
  const cause = text === "" ? "it said nothing" : text.slice(0, 300);
  return new FoveaError("HIERARCHY_UNAVAILABLE", `${on} gave no hierarchy: ${cause}`);
}

import type { Phone } from "../../phone.js";
import type { FrameState, PhoneState, ProcessState } from "../../phone-state.js";
import type { DumpPart } from "../dump-service.js";
import { identityHash, type Lines, when } from "../text.js";
import { processToken } from "../tokens.js";
import { cacheLines } from "./caches.js";
import { profileData } from "./frame-rows.js";
import { NO_FRAMES, statisticsLines } from "./statistics.js";

/** How long the activity manager waits for an app that does not answer (TransferPipe), in ms. */
const APP_TIMEOUT_MS = 5000;

/**
 * `dumpsys gfxinfo [PROCESS] [framestats] [reset]`: all processes, most recently used first, or the process with this
 * name or pid. Each app prints its own part, so an app that does not respond costs five seconds.
 */
export function dumpGfxinfo(state: PhoneState, args: readonly string[]): readonly DumpPart[] {
  const processes = chosenProcesses(state, args[0]);
  if (processes.length === 0) return [`No process found for: ${args[0] ?? ""}`];
  return [
    "Applications Graphics Acceleration Info:",
    `Uptime: ${state.uptimeMs} Realtime: ${state.uptimeMs}`,
    ...processes.flatMap((process) => [
      "",
      `** Graphics info for pid ${process.pid} [${process.processName}] **`,
      ...processParts(state, process, args.includes("framestats")),
    ]),
  ];
}

/** `reset` clears the counters after they were printed. */
export function resetGfxinfo(phone: Phone, args: readonly string[]): void {
  if (!args.includes("reset")) return;
  for (const process of chosenProcesses(phone.state(), args[0])) phone.resetFrameStats(process.packageName);
}

function chosenProcesses(state: PhoneState, name: string | undefined): readonly ProcessState[] {
  if (name === undefined || name.startsWith("-")) return state.processes;
  return state.processes.filter((process) => process.processName === name || String(process.pid) === name);
}

function processParts(state: PhoneState, process: ProcessState, wantsRows: boolean): readonly DumpPart[] {
  if (process.isNotResponding) {
    return [{ waitMs: APP_TIMEOUT_MS }, `Failure while dumping the app: ${processToken(process)}`];
  }
  const api = state.build.apiLevel;
  const { frames } = process;
  return [
    ...(frames ? ["", ...statisticsLines(state, frames), ...cacheLines(api, frames)] : []),
    ...windowProfiles(state, process, wantsRows),
    ...viewHierarchy(state, process),
  ];
}

/** A view root of a process: first the window that drew its frames, then its other windows. */
interface ViewRoot {
  readonly title: string;
  readonly token: string;
  readonly isShown: boolean;
  readonly frames: FrameState;
}

function viewRoots(state: PhoneState, { pid, frames }: ProcessState): readonly ViewRoot[] {
  if (!frames) return [];
  const windows = state.windows.filter((window) => window.ownerPid === pid);
  const others = windows.filter((window) => window.title !== frames.windowTitle);
  const main = windows.find((window) => window.title === frames.windowTitle);
  const root = (title: string, seed: string, isShown: boolean, counts: FrameState): ViewRoot => ({
    title,
    token: `${title}/android.view.ViewRootImpl@${identityHash(`view root ${seed}`)}`,
    isShown,
    frames: counts,
  });
  return [
    root(frames.windowTitle, main?.hash ?? String(pid), main?.isVisible ?? false, frames),
    ...others.map((window) => root(window.title, window.hash, window.isVisible, NO_FRAMES)),
  ];
}

function windowProfiles(state: PhoneState, process: ProcessState, wantsRows: boolean): Lines {
  const api = state.build.apiLevel;
  const roots = viewRoots(state, process);
  return [
    "Profile data in ms:",
    "",
    ...roots.flatMap((root) => [
      `\t${root.token} (visibility=${root.isShown ? 0 : 8})`,
      ...when(
        wantsRows,
        `Window: ${root.title}`,
        ...statisticsLines(state, root.frames),
        "",
        ...when(api >= 31, ""),
        "",
        ...profileData(api, root.frames, state.display.refreshRate),
        "",
        "",
      ),
    ]),
    ...when(roots.length === 0, ""),
  ];
}

/** The approximate size of the recorded drawing commands of one view, in bytes. */
const VIEW_BYTES = 1_085;

/** Called display lists up to Android 9; from 10 on render nodes, with used bytes and capacity. */
function viewHierarchy(state: PhoneState, process: ProcessState): Lines {
  const api = state.build.apiLevel;
  const roots = viewRoots(state, process);
  const views = roots.reduce((sum, root) => sum + viewsOf(root), 0);
  const isLate = api >= 29;
  return [
    "View hierarchy:",
    "",
    ...roots.flatMap((root, index) => [
      ...when(index > 0, ""),
      `  ${root.token}`,
      `  ${viewsOf(root)} views, ${kilobytes(viewsOf(root))} kB of ${isLate ? "render nodes" : "display lists"}`,
    ]),
    "",
    ...when(roots.length > 0, ""),
    isLate ? `Total ViewRootImpl   : ${roots.length}` : `Total ViewRootImpl: ${roots.length}`,
    isLate ? `Total attached Views : ${views}` : `Total Views:        ${views}`,
    isLate
      ? `Total RenderNode     : ${kilobytes(views)} kB (used) / ${kilobytes(views * 2)} kB (capacity)`
      : `Total DisplayList:  ${kilobytes(views)} kB`,
    "",
  ];
}

/** The number of views; a window that drew nothing has only a root. */
function viewsOf(root: ViewRoot): number {
  return Math.max(1, root.frames.viewCount);
}

function kilobytes(views: number): string {
  return ((views * VIEW_BYTES) / 1024).toFixed(2);
}

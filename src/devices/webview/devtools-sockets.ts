import type { Device } from "../device.js";
import { readScript } from "../script.js";
import { runShell } from "../shell.js";

/** A socket of a debuggable WebView or a browser on the device, for the DevTools protocol. */
export interface DevtoolsSocket {
  /** Its name in the abstract namespace, for example `webview_devtools_remote_4711`. */
  readonly name: string;
  /** The process in its name, which is not verified; null if the name has none, as a browser's. */
  readonly pid: number | null;
}

const LIMITS = { totalMs: 5_000, firstByteMs: 4_000, maxBytes: 4 * 1024 * 1024 };
/** The most sockets that are read; no real phone has more. */
const MOST_SOCKETS = 8;

/**
 * The DevTools sockets of a device, as Chrome's own device list finds them (Chromium,
 * chrome/browser/devtools/device/android_device_info_query.cc: `cat /proc/net/unix`). The names are those of
 * content/browser/devtools/android and android_webview/browser/lifecycle/aw_dev_tools_server.cc. A name proves nothing:
 * any app may listen on it. Errors: those of runShell.
 */
export async function listDevtoolsSockets(device: Device, signal: AbortSignal): Promise<readonly DevtoolsSocket[]> {
  const { stdout } = await runShell(device, readScript(["cat", "/proc/net/unix"]), LIMITS, signal);
  return parseDevtoolsSockets(stdout.toString("latin1"));
}

/** The names of abstract sockets begin with `@`; a listening one has the flag 00010000 (__SO_ACCEPTCON). */
const LINE = /^[0-9a-fA-F]+: [0-9a-fA-F]+ [0-9a-fA-F]+ 00010000 \S+ \S+ +\d+ @(\S+)$/;
const NAME = /^[A-Za-z0-9._-]{0,100}devtools_remote(?:_(\d{1,7}))?$/;

/** The DevTools sockets in the text of /proc/net/unix, without repetition, at most 8; other lines are skipped. */
export function parseDevtoolsSockets(text: string): readonly DevtoolsSocket[] {
  const found = new Map<string, DevtoolsSocket>();
  for (const line of text.split("\n")) {
    if (found.size === MOST_SOCKETS) break;
    const name = LINE.exec(line.trimEnd())?.[1];
    const match = name === undefined ? null : NAME.exec(name);
    if (match) found.set(match[0], { name: match[0], pid: match[1] === undefined ? null : Number(match[1]) });
  }
  return [...found.values()];
}

/** The name of the app process with this id; null if there is none. Errors: those of runShell. */
export async function processName(device: Device, pid: number, signal: AbortSignal): Promise<string | null> {
  const limits = { ...LIMITS, maxBytes: 64 * 1024 };
  const { stdout, exitCode } = await runShell(device, readScript(["cat", `/proc/${pid}/cmdline`]), limits, signal);
  const name = stdout.toString("utf8").split("\0", 1)[0] ?? "";
  return exitCode === 0 && name !== "" ? name : null;
}

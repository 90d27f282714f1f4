import type { Device } from "../device.js";
import { readScript } from "../script.js";
import { runShell } from "../shell.js";

/** A socket on which a debuggable WebView or a browser of the device speaks the DevTools protocol. */
export interface DevtoolsSocket {
  /** Abstract name, for example `webview_devtools_remote_4711`. */
  readonly name: string;
  /** The process that its name claims; null if it names none, as a browser's. */
  readonly pid: number | null;
}

const LIMITS = { totalMs: 5_000, firstByteMs: 4_000, maxBytes: 4 * 1024 * 1024 };
/** More than this many are no phone's: the rest is not looked at. */
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

/** Abstract sockets stand behind `@`; one that listens has the flag 00010000 (__SO_ACCEPTCON). */
const LINE = /^[0-9a-fA-F]+: [0-9a-fA-F]+ [0-9a-fA-F]+ 00010000 \S+ \S+ +\d+ @(\S+)$/;
const NAME = /^[A-Za-z0-9._-]{0,100}devtools_remote(?:_(\d{1,7}))?$/;

/** The sockets in the text of /proc/net/unix, each once, at most 8; lines that are no such socket are skipped. */
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

import { randomBytes } from "node:crypto";
import { onOneLine } from "../base/cut-text.js";
import { withDeadline } from "../base/signals.js";
import type { Phone } from "./phone.js";
import { pushFile } from "./push-file.js";
import { type Argv, actScript } from "./script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "./shell.js";

export interface InstallRequest {
  readonly apk: Uint8Array;
  /** All options of `pm install`, including the user. */
  readonly flags: readonly string[];
  /** Vendors show a question on the phone's screen, so it may take long. */
  readonly timeoutMs: number;
}

export interface InstallOutcome {
  readonly isDone: boolean;
  /** Streamed to the package manager, or pushed as a file first if the package manager accepts no stream. */
  readonly way: "streamed" | "pushed";
  /** The package manager's output, in one line. */
  readonly said: string;
}

/**
 * Installs an APK through the package manager. A refusal is a result, not an error. Errors: TIMEOUT if it does not
 * answer (the phone may wait for its user), as runShell and pushFile.
 */
export async function installApk(phone: Phone, request: InstallRequest, signal: AbortSignal): Promise<InstallOutcome> {
  const streamed = await stream(phone, request, signal);
  const said = packageManagerSaid(streamed);
  if (isSuccess(streamed)) return { isDone: true, way: "streamed", said };
  if (!hasNoStream(said)) return { isDone: false, way: "streamed", said };
  const pushed = await pushAndInstall(phone, request, signal);
  return { isDone: isSuccess(pushed), way: "pushed", said: packageManagerSaid(pushed) };
}

async function stream(phone: Phone, { apk, flags, timeoutMs }: InstallRequest, signal: AbortSignal) {
  const argv: Argv = ["cmd", "package", "install", "-S", String(apk.length), ...flags];
  return await run(phone, argv, { timeoutMs, stdin: apk }, signal);
}

async function pushAndInstall(phone: Phone, { apk, flags, timeoutMs }: InstallRequest, signal: AbortSignal) {
  const remotePath = `/data/local/tmp/fovea-${randomBytes(6).toString("hex")}.apk`;
  try {
    const push = { source: apk, remotePath, mode: 0o644 };
    const what = `${phone.device.serial}: pushing the package`;
    await withDeadline(
      PUSH_MS + apk.length / PUSH_BYTES_PER_MS,
      what,
      (limit) => pushFile(phone.device, push, limit),
      signal,
    );
    return await run(phone, ["pm", "install", ...flags, remotePath], { timeoutMs }, signal);
  } finally {
    // Also if the caller gave up: the file must not stay on the phone.
    const scratch = actScript(["rm", "-f", remotePath]);
    await runShell(phone.device, scratch, SHELL_LIMITS, AbortSignal.timeout(CLEAN_UP_MS)).catch(() => {});
  }
}

const PUSH_MS = 30_000;
/** 4 MB/s: a slow phone over USB 2 or Wi-Fi. */
const PUSH_BYTES_PER_MS = 4_000;
const CLEAN_UP_MS = 3_000;

async function run(
  { device }: Phone,
  argv: Argv,
  { timeoutMs, stdin }: { readonly timeoutMs: number; readonly stdin?: Uint8Array },
  signal: AbortSignal,
): Promise<ShellResult> {
  const limits = { ...SHELL_LIMITS, totalMs: timeoutMs, firstByteMs: timeoutMs };
  // A short name for messages: the script's text would be the whole command line.
  const script = { ...actScript(argv), name: "the install" };
  return await runShell(device, script, stdin === undefined ? limits : { ...limits, stdin }, signal);
}

/** Whether the package manager reports success. */
export function isSuccess({ stdout, stderr }: ShellResult): boolean {
  return /^Success\b/m.test(stdout.toString("utf8")) && !/^Failure\b/m.test(stderr);
}

/** The package manager's output in one line. */
export function packageManagerSaid({ stdout, stderr, exitCode }: ShellResult): string {
  const said = onOneLine(`${stdout.toString("utf8")}${stderr}`.trim());
  return said === "" ? `nothing (exit code ${exitCode})` : said.slice(0, 500);
}

/**
 * Whether the output shows that the package manager does not know `-S`, has no `cmd`, or may not read the shell's
 * stream.
 */
function hasNoStream(said: string): boolean {
  return /unknown (?:option|command)|must either specify|failed to write|can't find service|cmd: (?:inaccessible or )?not found|avc: +denied/i.test(
    said,
  );
}

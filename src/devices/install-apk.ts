import { randomBytes } from "node:crypto";
import { onOneLine } from "../base/cut-text.js";
import { withDeadline } from "../base/signals.js";
import type { Phone } from "./phone.js";
import { pushFile } from "./push-file.js";
import { type Argv, actScript } from "./script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "./shell.js";

export interface InstallRequest {
  readonly apk: Uint8Array;
  /** Options of `pm install`, the user's among them. */
  readonly flags: readonly string[];
  /** Vendors ask on the phone's screen, so it may take long. */
  readonly timeoutMs: number;
}

export interface InstallOutcome {
  readonly isDone: boolean;
  /** Streamed into the package manager, or pushed first where that does not take a stream. */
  readonly way: "streamed" | "pushed";
  /** What the package manager said, in one line. */
  readonly said: string;
}

/**
 * Hands an APK to the package manager. That it says no is a result, not an error.
 * Errors: TIMEOUT where it does not answer (the phone may ask somebody), as runShell and pushFile.
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
    // Also where the caller gave up: nothing of it stays on the phone.
    const scratch = actScript(["rm", "-f", remotePath]);
    await runShell(phone.device, scratch, SHELL_LIMITS, AbortSignal.timeout(CLEAN_UP_MS)).catch(() => {});
  }
}

const PUSH_MS = 30_000;
/** 4 MB/s: a slow phone on USB 2 or on Wi-Fi. */
const PUSH_BYTES_PER_MS = 4_000;
const CLEAN_UP_MS = 3_000;

async function run(
  { device }: Phone,
  argv: Argv,
  { timeoutMs, stdin }: { readonly timeoutMs: number; readonly stdin?: Uint8Array },
  signal: AbortSignal,
): Promise<ShellResult> {
  const limits = { ...SHELL_LIMITS, totalMs: timeoutMs, firstByteMs: timeoutMs };
  // Its text would be all of the command line; what it is called is enough.
  const script = { ...actScript(argv), name: "the install" };
  return await runShell(device, script, stdin === undefined ? limits : { ...limits, stdin }, signal);
}

/** Whether the package manager says that it did what it was asked to. */
export function isSuccess({ stdout, stderr }: ShellResult): boolean {
  return /^Success\b/m.test(stdout.toString("utf8")) && !/^Failure\b/m.test(stderr);
}

/** Its words in one line. */
export function packageManagerSaid({ stdout, stderr, exitCode }: ShellResult): string {
  const said = onOneLine(`${stdout.toString("utf8")}${stderr}`.trim());
  return said === "" ? `nothing (exit code ${exitCode})` : said.slice(0, 500);
}

/** What a package manager says that knows no `-S`, has no `cmd`, or may not read the shell's stream. */
function hasNoStream(said: string): boolean {
  return /unknown (?:option|command)|must either specify|failed to write|can't find service|cmd: (?:inaccessible or )?not found|avc: +denied/i.test(
    said,
  );
}

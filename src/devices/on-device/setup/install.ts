import { randomBytes } from "node:crypto";
import { FoveaError, isFoveaError } from "../../../base/errors.js";
import { withDeadline } from "../../../base/signals.js";
import { pushFile } from "../../push-file.js";
import { type Argv, actScript } from "../../script.js";
import { runShell, SHELL_LIMITS, type ShellResult } from "../../shell.js";
import { DEVICE_FOLDER } from "../names.js";
import { type Phone, userArgs } from "./phone.js";
import { installRefusal } from "./refusals.js";
import { vendorHints } from "./vendor-hints.js";

/**
 * Installs an APK for the current user, or updates it: streamed into the package manager, or pushed first where that does
 * not take a stream. Vendors ask on the phone's screen, so it may take as long as `timeoutMs`.
 * Errors: SETUP_INSTALL_BLOCKED, SETUP_INSTALL_FAILED, ON_DEVICE_FOREIGN_CERTIFICATE, UNSUPPORTED_ON_DEVICE, TIMEOUT with
 * the advice to look at the phone, as runShell and pushFile.
 */
export async function installApk(
  phone: Phone,
  apk: Uint8Array,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<"streamed" | "pushed"> {
  const streamed = await stream(phone, apk, timeoutMs, signal);
  if (isSuccess(streamed)) return "streamed";
  if (!isNoStream(saidBy(streamed))) throw refused(phone, saidBy(streamed));
  const pushed = await pushAndInstall(phone, apk, timeoutMs, signal);
  if (isSuccess(pushed)) return "pushed";
  throw refused(phone, saidBy(pushed));
}

async function stream(phone: Phone, apk: Uint8Array, timeoutMs: number, signal: AbortSignal): Promise<ShellResult> {
  const argv: Argv = ["cmd", "package", "install", "-S", String(apk.length), ...flags(phone)];
  return await run(phone, argv, { timeoutMs, stdin: apk }, signal);
}

async function pushAndInstall(phone: Phone, apk: Uint8Array, timeoutMs: number, signal: AbortSignal) {
  const remotePath = `${DEVICE_FOLDER}/fovea-service-${randomBytes(6).toString("hex")}.apk`;
  try {
    const push = { source: apk, remotePath, mode: 0o644 };
    const what = `${phone.device.serial}: pushing the package`;
    await withDeadline(PUSH_MS, what, (limit) => pushFile(phone.device, push, limit), signal);
    return await run(phone, ["pm", "install", ...flags(phone), remotePath], { timeoutMs }, signal);
  } finally {
    // Also where the caller gave up: nothing of it stays on the phone.
    const scratch = actScript(["rm", "-f", remotePath]);
    await runShell(phone.device, scratch, SHELL_LIMITS, AbortSignal.timeout(CLEAN_UP_MS)).catch(() => {});
  }
}

const PUSH_MS = 30_000;
const CLEAN_UP_MS = 3_000;

/** `-g` as `adb install -g`; the bypass is an unknown option to a `pm` before Android 14. */
function flags(phone: Phone): readonly string[] {
  const bypass = (phone.apiLevel ?? 0) >= 34 ? ["--bypass-low-target-sdk-block"] : [];
  return ["-r", "-g", ...userArgs(phone), ...bypass];
}

async function run(
  { device, manufacturer }: Phone,
  argv: Argv,
  { timeoutMs, stdin }: { readonly timeoutMs: number; readonly stdin?: Uint8Array },
  signal: AbortSignal,
): Promise<ShellResult> {
  const limits = { ...SHELL_LIMITS, totalMs: timeoutMs, firstByteMs: timeoutMs };
  // Its text would be all of the command line; what it is called is enough.
  const script = { ...actScript(argv), name: "the install" };
  try {
    return await runShell(device, script, stdin === undefined ? limits : { ...limits, stdin }, signal);
  } catch (error) {
    if (signal.aborted || !isFoveaError(error, "TIMEOUT")) throw error;
    const message = `${device.serial} did not answer the install within ${Math.round(timeoutMs / 1000)} s`;
    const hint = `Look at the phone: it probably asks. ${vendorHints(manufacturer).install}`;
    throw new FoveaError("TIMEOUT", message, { ...error.context, hint, cause: error });
  }
}

function isSuccess({ stdout, stderr }: ShellResult): boolean {
  return /^Success\b/m.test(stdout.toString("utf8")) && !/^Failure\b/m.test(stderr);
}

function saidBy({ stdout, stderr, exitCode }: ShellResult): string {
  const said = `${stdout.toString("utf8")}${stderr}`.trim().replaceAll(/\s*\n\s*/g, " ");
  return said === "" ? `nothing (exit code ${exitCode})` : said.slice(0, 500);
}

/** What a package manager says that knows no `-S`, has no `cmd`, or may not read the shell's stream. */
function isNoStream(said: string): boolean {
  return /unknown (?:option|command)|must either specify|failed to write|can't find service|cmd: (?:inaccessible or )?not found|avc: +denied/i.test(
    said,
  );
}

function refused({ device, manufacturer }: Phone, said: string): FoveaError {
  const { code, hint } = installRefusal(said);
  const context = { device: device.serial, hint: hint(vendorHints(manufacturer)) };
  return new FoveaError(code, `${device.serial} did not install the on-device half: ${said}`, context);
}

import { type ErrorCode, FoveaError, isFoveaError } from "../../base/errors.js";
import type { Device } from "../device.js";
import { type Phone, userArgs } from "../phone.js";
import { retryRead } from "../retry-read.js";
import { command, pipe, readScript } from "../script.js";
import { SHELL_LIMITS } from "../shell.js";
import { type ApkSignature, readSignature } from "./apk/read-signature.js";
import type { SignedApk } from "./apk/sign-apk.js";
import { PACKAGE } from "./names.js";

/** The companion's package as it is installed for the current user. */
export interface InstalledPackage {
  /** The path of its base.apk on the device. */
  readonly path: string;
  /** The version name that the package manager reports; null if it reports none. */
  readonly versionName: string | null;
  /** Null if the file has no signature of the kind that Fovea makes; `problem` then says what it has. */
  readonly signature: ApkSignature | null;
  readonly problem: string | null;
}

export type InstalledService =
  | { readonly state: "absent" }
  /**
   * `current`: exactly the available build; `other`: another build with our certificate; `foreign`: any other signer.
   */
  | ({ readonly state: "current" | "other" | "foreign" } & InstalledPackage);

/**
 * What is installed under the companion's name: nothing, our package (this build or another one), or a foreign one. A
 * package with our certificate is ours, since Android verified it at the install. The v2 signature covers all contents,
 * so the same signature means the same build. Without `own` no package can be ours. Reads a few kilobytes. Errors: as
 * runShell, SHELL_FAILED.
 */
export async function checkInstalled(
  phone: Phone,
  own: SignedApk | null,
  signal: AbortSignal,
): Promise<InstalledService> {
  const installed = await readInstalled(phone, signal);
  return installed === null ? { state: "absent" } : { state: whose(installed, own), ...installed };
}

/** Whether an installed package is this build, another build of ours, or foreign. */
export function whose({ signature }: InstalledPackage, own: SignedApk | null): "current" | "other" | "foreign" {
  if (signature === null || signature.certificateSha256 !== own?.certificateSha256) return "foreign";
  return signature.signatureSha256 === own.signatureSha256 ? "current" : "other";
}

/** The package on the device; null if it is not installed for the current user. Errors: as checkInstalled. */
export async function readInstalled(phone: Phone, signal: AbortSignal): Promise<InstalledPackage | null> {
  const { device } = phone;
  const { stdout } = await retryRead(
    device,
    readScript(["pm", "path", ...userArgs(phone), PACKAGE]),
    SHELL_LIMITS,
    signal,
  );
  const paths = [...stdout.toString("utf8").matchAll(/^package:(\/.+\.apk)\r?$/gm)].map((match) => match[1] ?? "");
  const [path] = paths;
  if (path === undefined) return null;
  const versionName = await readVersion(device, signal);
  if (paths.length > 1) return { path, versionName, signature: null, problem: "it consists of several APKs" };
  return { path, versionName, ...(await signatureOf(device, path, signal)) };
}

async function readVersion(device: Device, signal: AbortSignal): Promise<string | null> {
  const script = readScript(
    pipe(["dumpsys", "-t", "5", "package", PACKAGE], command(["grep", "-m", "1", "versionName="])),
  );
  const { stdout } = await retryRead(device, script, SHELL_LIMITS, signal);
  return /versionName=(\S+)/.exec(stdout.toString("utf8"))?.[1] ?? null;
}

type SignatureOrProblem = Pick<InstalledPackage, "signature" | "problem">;

async function signatureOf(device: Device, path: string, signal: AbortSignal): Promise<SignatureOrProblem> {
  try {
    return { signature: await readTail(device, path, signal), problem: null };
  } catch (error) {
    if (!isFoveaError(error, NO_APK)) throw error;
    return { signature: null, problem: error.message };
  }
}

const NO_APK: ErrorCode = "NOT_THIS_FORMAT";

/** Enough for the end of a zip of ten entries and our signing block. */
const FIRST_TAIL_BYTES = 16 * 1024;
/** The most bytes that are read: our files need a tenth of this. */
const MAX_TAIL_BYTES = 1024 * 1024;

async function readTail(device: Device, path: string, signal: AbortSignal): Promise<ApkSignature> {
  let wanted = FIRST_TAIL_BYTES;
  while (wanted <= MAX_TAIL_BYTES) {
    const tail = await tailOf(device, path, wanted, signal);
    const read = readSignature(tail);
    if (typeof read !== "number") return read;
    if (tail.length < wanted) break;
    wanted += read;
  }
  throw new FoveaError(NO_APK, "this is not an APK: its signature is not in the place where Fovea puts one");
}

async function tailOf(device: Device, path: string, bytes: number, signal: AbortSignal): Promise<Buffer> {
  const script = readScript(["tail", "-c", String(bytes), path]);
  const { stdout, stderr, exitCode } = await retryRead(device, script, SHELL_LIMITS, signal);
  if (exitCode === 0) return stdout;
  const message = `${device.serial}: ${path} cannot be read: ${stderr.trim().slice(0, 300)}`;
  throw new FoveaError("SHELL_FAILED", message, { device: device.serial });
}

import type { ApkFacts } from "../apk/apk-facts.js";
import { readSignedApk } from "../apk/signed-apk.js";
import type { CommandCall } from "../command.js";
import type { PhoneState } from "../phone-state.js";
import { complain, print } from "../shell-command.js";

/** `install [-r] [-t] [-g] [-d] [-S SIZE] [PATH]`: installs a file of the device, or SIZE bytes of standard input. */
export async function install(call: CommandCall, args: readonly string[]): Promise<number> {
  const api = call.phone.build.apiLevel;
  const request = parseArgs(args, api);
  if ("error" in request) return complain(call, request.error);
  const { size, path } = request;
  if (size === null && path === null) return failure(call, "Error: must either specify a package size or an APK file");
  const bytes = path !== null && path !== "-" ? readFile(call, path) : await readStdin(call, size ?? 0);
  if (bytes === undefined) {
    await complain(call, `Error: Unable to open file: ${path ?? ""}`, "Consider using a file under /data/local/tmp/");
    return 1;
  }
  const refusal = installBytes(call, bytes, request);
  return refusal === null ? print(call, "Success") : failure(call, `Failure [${refusal}]`);
}

/** `uninstall [-k] [--user N] PACKAGE`. */
export async function uninstall(call: CommandCall, args: readonly string[]): Promise<number> {
  const [packageName] = wordsOf(args, ["--user", "--versionCode"]);
  if (packageName === undefined) return failure(call, "Error: package name not specified");
  const state = call.phone.state();
  const isInstalled = state.packages.some((one) => one.packageName === packageName);
  const forUser = args.includes("--user");
  if (isInstalled && call.phone.uninstallPackage?.(packageName, forUser)) return print(call, "Success");
  const reason = !isInstalled && state.build.apiLevel >= 31 ? "not installed for 0" : "DELETE_FAILED_INTERNAL_ERROR";
  return failure(call, `Failure [${reason}]`);
}

/** `clear PACKAGE`: stops it and deletes its data. */
export async function clear(call: CommandCall, args: readonly string[]): Promise<number> {
  const [packageName] = wordsOf(args, ["--user"]);
  if (packageName === undefined) return complain(call, "Error: no package specified");
  if (call.phone.clearPackage?.(packageName)) return print(call, "Success");
  await complain(call, "Failed");
  return 1;
}

/** The arguments without options; an option in `valued` also takes the next word. */
export function wordsOf(args: readonly string[], valued: readonly string[]): readonly string[] {
  return args.filter((arg, index) => !arg.startsWith("-") && !valued.includes(args[index - 1] ?? ""));
}

async function failure(call: CommandCall, line: string): Promise<number> {
  await print(call, line);
  return 1;
}

interface InstallRequest {
  readonly size: number | null;
  readonly path: string | null;
  readonly mayReplace: boolean;
  readonly mayDowngrade: boolean;
  readonly isTestAllowed: boolean;
  readonly bypassesLowTarget: boolean;
  /** The value of `--pkg`: the package that the APK has to be; null for any. */
  readonly expected: string | null;
}

const LOW_TARGET_FLAG = "--bypass-low-target-sdk-block";

const VALUED = ["-S", "--user", "-i", "--pkg", "--abi", "--install-location", "--install-reason", "-p"];

const PLAIN = [
  "-r",
  "-R",
  "-t",
  "-g",
  "-d",
  "-f",
  "-s",
  "-l",
  "-F",
  "-q",
  "--instant",
  "--full",
  "--force-sdk",
  "--dont-kill",
];

function parseArgs(args: readonly string[], api: number): InstallRequest | { readonly error: string } {
  const words: string[] = [];
  let size: number | null = null;
  let expected: string | null = null;
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (VALUED.includes(arg)) {
      if (arg === "-S") size = Number(args[at + 1]);
      if (arg === "--pkg") expected = args[at + 1] ?? null;
      at += 1;
    } else if (arg === "-" || !arg.startsWith("-")) words.push(arg);
    else if (!PLAIN.includes(arg) && !(arg === LOW_TARGET_FLAG && api >= 34)) {
      return { error: `Error: Unknown option: ${arg}` };
    }
  }
  if (size !== null && !(Number.isSafeInteger(size) && size > 0)) return { error: `Error: bad size ${size}` };
  return {
    size,
    path: words[0] ?? null,
    // From Android 9 on, a package is replaced unless -R is given.
    mayReplace: args.includes("-r") || (api >= 28 && !args.includes("-R")),
    mayDowngrade: args.includes("-d"),
    isTestAllowed: args.includes("-t"),
    bypassesLowTarget: args.includes(LOW_TARGET_FLAG),
    expected,
  };
}

/** Undefined if the file does not exist or the shell may not read it. */
function readFile(call: CommandCall, path: string): Uint8Array | undefined {
  try {
    return call.phone.files.read(path);
  } catch {
    return undefined;
  }
}

/** Reads at most `size` bytes; later bytes stay unread, as on a phone. */
async function readStdin(call: CommandCall, size: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of call.stdin) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= size) break;
  }
  return Buffer.concat(chunks).subarray(0, size);
}

function installBytes(call: CommandCall, bytes: Uint8Array, request: InstallRequest): string | null {
  if (call.phone.vendor?.refusesInstalls) return "INSTALL_FAILED_USER_RESTRICTED: Install canceled by user";
  if (call.phone.files.isFull === true) return "INSTALL_FAILED_INSUFFICIENT_STORAGE";
  const reading = readSignedApk(bytes);
  if ("failure" in reading) return reading.failure;
  const refusal = refusalOf(call.phone.state(), reading.facts, request);
  if (refusal !== null) return refusal;
  if (!call.phone.installPackage) return "INSTALL_FAILED_INTERNAL_ERROR: this phone takes no packages";
  return call.phone.installPackage(reading.facts, bytes);
}

/** Why the package manager refuses a readable APK; null if it accepts the APK. */
function refusalOf(state: PhoneState, facts: ApkFacts, request: InstallRequest): string | null {
  const api = state.build.apiLevel;
  const { packageName, minSdk, targetSdk, versionCode, isTestOnly } = facts;
  const { expected } = request;
  if (expected !== null && expected !== packageName) {
    const file = "/data/app/vmdl1.tmp/base.apk";
    return `INSTALL_FAILED_INVALID_APK: ${file} specified package ${expected} inconsistent with ${packageName}`;
  }
  if (minSdk > api) {
    return `INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #${minSdk} (current version is #${api})`;
  }
  const lowest = api >= 35 ? 24 : api >= 34 ? 23 : 0;
  if (targetSdk < lowest && !request.bypassesLowTarget) {
    return `INSTALL_FAILED_DEPRECATED_SDK_VERSION: App package must target at least SDK version ${lowest}, but found ${targetSdk}`;
  }
  if (isTestOnly && !request.isTestAllowed) return "INSTALL_FAILED_TEST_ONLY: installPackageLI";
  const installed = state.packages.find((one) => one.packageName === packageName);
  if (!installed) return null;
  if (!request.mayReplace) {
    return `INSTALL_FAILED_ALREADY_EXISTS: Attempt to re-install ${packageName} without first uninstalling.`;
  }
  if (versionCode < installed.versionCode && !request.mayDowngrade) {
    return `INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code ${versionCode} is older than current ${installed.versionCode}`;
  }
  return null;
}

import { createHash } from "node:crypto";
import { readZipEntry } from "../apk/zip-entry.js";
import type { CommandCall } from "../command.js";
import { SHELL_MAIN } from "../companion/names.js";
import { JavaError, printUncaught } from "../java-error.js";
import { runShellHost } from "./shell-host.js";

/** The exit status of ART's abort when the class to run does not exist. */
const ABORTED = 128 + 6;
/** From this API level on, ART refuses a dex file that the process could write (behaviour changes of Android 14). */
const NO_WRITABLE_DEX = 34;

/**
 * Runs a class of the CLASSPATH. The code is not executed: the companion's class is simulated, other classes do not
 * exist.
 */
export async function runAppProcess(call: CommandCall, args: readonly string[]): Promise<number> {
  const begin = args.findIndex((arg) => !arg.startsWith("-"));
  const [folder, className, ...options] = begin < 0 ? [] : args.slice(begin);
  if (folder === undefined || className === undefined) {
    await call.stderr.write("Error: no class name or --zygote supplied.\n");
    return ABORTED;
  }
  const path = call.env.get("CLASSPATH") ?? "";
  const file = readFile(call, path);
  if (file && className === SHELL_MAIN && readZipEntry(file, "classes.dex").kind === "found") {
    if (isWritable(call, path)) return await refuseWritable(call, path);
    return await runShellHost(call, { build: versionOf(file), leaseMs: leaseIn(options) });
  }
  await call.stderr.write(notFound(className, file ? path : ""));
  return ABORTED;
}

/** The value of `--lease-ms N`; 0, which means forever, without the option. */
function leaseIn(options: readonly string[]): number {
  const at = options.indexOf("--lease-ms");
  return at < 0 ? 0 : Number(options[at + 1] ?? 0);
}

/** Undefined if the file does not exist or may not be read. */
function readFile(call: CommandCall, path: string): Uint8Array | undefined {
  try {
    return call.phone.files.read(path);
  } catch {
    return undefined;
  }
}

function isWritable(call: CommandCall, path: string): boolean {
  const mode = call.phone.files.stat(path)?.mode ?? 0;
  return call.phone.build.apiLevel >= NO_WRITABLE_DEX && (mode & 0o222) !== 0;
}

async function refuseWritable(call: CommandCall, path: string): Promise<number> {
  const message = `Writable dex file '${path}' is not allowed.`;
  return await printUncaught(call, new JavaError("java.lang.SecurityException", message, DEX_FRAMES));
}

const DEX_FRAMES = [
  "dalvik.system.DexFile.openDexFileNative(Native Method)",
  "dalvik.system.DexFile.openDexFile(DexFile.java:406)",
  "dalvik.system.DexPathList.makeDexElements(DexPathList.java:388)",
] as const;

/** ART's message before it aborts. A file that is not an archive with code is not listed in the path. */
function notFound(className: string, path: string): string {
  const element = path === "" ? "" : `zip file "${path}"`;
  const libraries = "/system/lib64, /system_ext/lib64";
  const dexPath = `DexPathList[[${element}],nativeLibraryDirectories=[${libraries}]]`;
  return `No pending exception expected: java.lang.ClassNotFoundException: Didn't find class "${className}" on path: ${dexPath}\nAborted\n`;
}

/** A text that differs between two builds of the program. */
function versionOf(file: Uint8Array): string {
  return createHash("sha256").update(file).digest("hex").slice(0, 12);
}

import { withoutEnd } from "../../base/cut-text.js";
import { FoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import type { Phone } from "../phone.js";
import { retryRead } from "../retry-read.js";
import { command, readScript } from "../script.js";
import { SHELL_LIMITS } from "../shell.js";

/** The folders for files of users and tests; no other files of a device are read or written. */
const FOLDERS = [/^\/sdcard(?:\/|$)/, /^\/storage\/[\w-]+(?:\/|$)/, /^\/data\/local\/tmp(?:\/|$)/] as const;

/** adbd refuses longer paths. */
const MOST_BYTES = 1_024;

/**
 * Checks a path of a file or folder on a device, and gives it without a slash at its end. Errors: PATH_NOT_ALLOWED
 * unless it is certainly in shared storage or /data/local/tmp.
 */
export function requireDevicePath(path: string, field: string): string {
  const why = whyNot(path);
  if (why === null) return withoutEnd(path, (one) => one === "/");
  throw new FoveaError("PATH_NOT_ALLOWED", `${field}: ${quoteUntrusted(path.slice(0, 200))} ${why}`, {
    hint: "Use a path in /sdcard, /storage or /data/local/tmp, for example /sdcard/Download/a.png. Call files with `list` and a folder to see what is in it.",
  });
}

/** The shell's own links to shared storage: they lead to the owner's, even if another user is the current one. */
const OF_THE_OWNER = /^\/(?:sdcard|storage\/self)(?:\/|$)/;

/**
 * Since Android 11 adbd sees only the owner's shared storage: init.rc mounts /mnt/user/0 as its /storage, and there the
 * FuseDaemon of MediaProvider refuses the folders of other users (do_lookup: EPERM). Before, it uses
 * /mnt/runtime/default, where the group sdcard_rw, which the shell is in, can use those of all users (sdcard/fuse.cpp:
 * attr_from_stat).
 */
const OWNER_ALONE_SINCE = 30;

/**
 * Refuses a path in the shared storage of a user who is not the current one, or that adbd cannot reach. Errors:
 * UNSUPPORTED_ON_DEVICE.
 */
function requireStorageInFront({ device, user, apiLevel }: Phone, path: string): void {
  const named = /^\/storage\/emulated\/(\d{1,9})(?:\/|$)/.exec(path)?.[1];
  const owner = OF_THE_OWNER.test(path) ? 0 : Number(named ?? user);
  const isReached = owner === 0 || named === undefined || (apiLevel ?? OWNER_ALONE_SINCE) < OWNER_ALONE_SINCE;
  if (owner === user && isReached) return;
  const why = owner === user ? "which adb does not reach from Android 11 on" : `and user ${user} is in front`;
  const message = `${path} is in the storage of user ${owner} of ${device.serial}, ${why}`;
  throw new FoveaError("UNSUPPORTED_ON_DEVICE", message, {
    device: device.serial,
    hint: "Use /data/local/tmp, which belongs to no user, or switch to the owner of the device.",
  });
}

function whyNot(path: string): string | null {
  if (/[\p{Cc}\p{Cs}]/u.test(path)) return "has characters that are not allowed in file names";
  if (Buffer.byteLength(path) > MOST_BYTES) return `is longer than ${MOST_BYTES} bytes`;
  if (path.split("/").some((part) => part === "." || part === "..")) return "leads back up";
  return FOLDERS.some((folder) => folder.test(path)) ? null : "is not in a folder that may be used";
}

/**
 * The path after all links are followed; null if no file is there. Errors: PATH_NOT_ALLOWED if it is outside the
 * allowed folders, UNSUPPORTED_ON_DEVICE if it is in another user's storage, as runShell.
 */
export async function realDevicePath(phone: Phone, path: string, signal: AbortSignal): Promise<string | null> {
  const { device } = phone;
  requireStorageInFront(phone, path);
  const script = readScript(command(["realpath", path], { stderr: "drop" }));
  const { stdout, exitCode } = await retryRead(device, script, SHELL_LIMITS, signal);
  const real = stdout.toString("utf8").replace(/\n$/, "");
  if (exitCode !== 0 || real === "") return null;
  requireStorageInFront(phone, real);
  if (whyNot(real) === null) return real;
  throw new FoveaError("PATH_NOT_ALLOWED", `${path} leads to ${quoteUntrusted(real)}, which may not be used`, {
    device: device.serial,
    hint: "Use a path in /sdcard, /storage or /data/local/tmp.",
  });
}

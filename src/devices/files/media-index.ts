import { pollUntil } from "../../base/signals.js";
import type { Phone } from "../phone.js";
import { retryRead } from "../retry-read.js";
import { actScript, readScript } from "../script.js";
import { runShell, SHELL_LIMITS } from "../shell.js";

/** Since Android 11 the media provider accepts a call; before, its receiver accepts a broadcast. */
const FIRST_WITH_CALL = 30;

/** How long to wait for the provider to scan one file. */
const SCAN_MS = 5_000;
const POLL_MS = 100;

/** A file of shared storage. */
export interface MediaFile {
  /** The path with all links resolved. */
  readonly realPath: string;
  readonly isThere: boolean;
}

/**
 * Makes the media provider scan a file, so that galleries and pickers show it, or no longer show a deleted file. Gives
 * the file's id in the index; null if the index has no such file. After some seconds the result is given even if the
 * index is older. Errors: as runShell.
 */
export async function scanMedia(
  phone: Phone,
  { realPath, isThere }: MediaFile,
  signal: AbortSignal,
): Promise<string | null> {
  const user = ["--user", String(phone.user)];
  // MediaProvider.call (since Android 11); MediaScannerReceiver (7 to 9), MediaReceiver (10).
  const argv =
    (phone.apiLevel ?? 0) >= FIRST_WITH_CALL
      ? (["content", "call", ...user, "--uri", "content://media", "--method", "scan_file", "--arg", realPath] as const)
      : (["am", "broadcast", ...user, "-a", SCAN_FILE, "-d", fileUri(realPath)] as const);
  await runShell(phone.device, actScript([...argv]), SHELL_LIMITS, signal);
  const lastAt = performance.now() + SCAN_MS;
  const look = async () => {
    const id = await mediaId(phone, realPath, signal);
    return (id !== null) !== isThere && performance.now() < lastAt ? undefined : { id };
  };
  return (await pollUntil(look, POLL_MS, signal)).id;
}

const SCAN_FILE = "android.intent.action.MEDIA_SCANNER_SCAN_FILE";

function fileUri(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The id of a file in the media index; null if the index does not have it. Errors: as runShell. */
export async function mediaId(phone: Phone, realPath: string, signal: AbortSignal): Promise<string | null> {
  const where = `_data='${realPath.replaceAll("'", "''")}'`;
  const user = ["--user", String(phone.user)];
  const uri = ["--uri", "content://media/external/file", "--projection", "_id", "--where", where];
  const { stdout } = await retryRead(
    phone.device,
    readScript(["content", "query", ...user, ...uri]),
    SHELL_LIMITS,
    signal,
  );
  return /^Row: 0 _id=(\d+)$/m.exec(stdout.toString("utf8"))?.[1] ?? null;
}

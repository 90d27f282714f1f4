import { createHash } from "node:crypto";
import { basename } from "node:path";
import { FoveaError } from "../../base/errors.js";
import type { SyncEntry } from "../../devices/adb/sync-connection.js";
import { realDevicePath, requireDevicePath } from "../../devices/files/device-path.js";
import { mediaId, scanMedia } from "../../devices/files/media-index.js";
import { listFolder, MOST_ENTRIES, pullFile } from "../../devices/files/sync-files.js";
import { askPhone, type Phone } from "../../devices/phone.js";
import { pushFile } from "../../devices/push-file.js";
import { retryRead } from "../../devices/retry-read.js";
import { command, readScript } from "../../devices/script.js";
import { SHELL_LIMITS } from "../../devices/shell.js";
import type { Session } from "../../session/session.js";
import { gateOf } from "../ask-gate.js";
import { changeUnseen, type UnseenChange } from "../change-unseen.js";
import { type HostFile, type HostFiles, readHostFile } from "./host-file.js";

/** Files are held in memory while they are sent, so that the bytes that were checked are the bytes that are sent. */
export const MOST_FILE_BYTES = 512 * 1024 * 1024;

/** The folder for a file if the call names none: galleries and pickers show it. */
const DEFAULT_FOLDER = "/sdcard/Download/";

export interface PushRequest {
  /** The path on this host. */
  readonly path: string;
  readonly from: HostFiles;
  /** A path on the device, or the path of a folder there; the downloads folder if undefined. */
  readonly to: string | undefined;
  /** Whether a file with that name may be replaced. */
  readonly isOver: boolean;
}

/**
 * Writes a file of this host to the device, checks that it arrived, and has the media index scan it if it is in shared
 * storage. Errors: PATH_NOT_ALLOWED, FILE_EXISTS; as pushFile and scanMedia; those of the guard.
 */
export async function pushToDevice(session: Session, request: PushRequest, signal: AbortSignal): Promise<UnseenChange> {
  const { path, from, to = DEFAULT_FOLDER, isOver } = request;
  requireDevicePath(to, "to");
  const file = await readHostFile(path, from, signal);
  return await changeUnseen(
    session,
    {
      call: { tool: "files", args: { push: path, to, ...(isOver && { replace: true }) } },
      action: { kind: "device", change: isOver ? "replaceFile" : "pushFile", detail: to, package: null },
    },
    async () => {
      const phone = await askPhone(session.device, signal);
      const target = await targetOf(phone, { file, to, isOver }, signal);
      await pushFile(session.device, { source: file.bytes, remotePath: target, mode: 0o644 }, signal);
      const evidence = [
        await arrivedWords(phone, { file, target }, signal),
        ...(await indexWords(phone, target, signal)),
      ];
      return { did: `wrote ${file.bytes.length} bytes to ${target}`, proof: "confirmed", evidence };
    },
    signal,
  );
}

/**
 * The path to write to, with links followed; adbd creates missing folders. Errors: PATH_NOT_ALLOWED, FILE_EXISTS, as
 * runShell.
 */
async function targetOf(
  phone: Phone,
  { file, to, isOver }: { readonly file: HostFile; readonly to: string; readonly isOver: boolean },
  signal: AbortSignal,
): Promise<string> {
  const asked = requireDevicePath(to, "to");
  const isFolder = to.endsWith("/") || (await kindAt(phone, asked, signal)) === "folder";
  const target = isFolder ? requireDevicePath(`${asked}/${basename(file.path)}`, "push") : asked;
  const there = await realDevicePath(phone, target, signal);
  const kind = there === null ? null : await kindAt(phone, there, signal);
  if (kind !== null && !(isOver && kind === "file")) throw taken(phone, target, kind);
  return await withRealParent(phone, target, signal);
}

/** The path with the links in its folders followed, even if some of these folders do not exist yet. */
async function withRealParent(phone: Phone, path: string, signal: AbortSignal): Promise<string> {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const real = await realDevicePath(phone, path.slice(0, end), signal);
    if (real !== null) return `${real}${path.slice(end)}`;
  }
  return path;
}

function taken({ device }: Phone, path: string, kind: "file" | "folder"): FoveaError {
  const hint = kind === "file" ? "Repeat the call with `replace`, or name another path as `to`." : "Name a file in it.";
  const context = { device: device.serial, hint };
  return new FoveaError("FILE_EXISTS", `${device.serial} has a ${kind} ${path} already`, context);
}

async function kindAt({ device }: Phone, path: string, signal: AbortSignal): Promise<"file" | "folder" | null> {
  const script = readScript(command(["stat", "-L", "-c", "%f", path], { stderr: "drop" }));
  const { stdout } = await retryRead(device, script, SHELL_LIMITS, signal);
  const mode = /^([0-9a-f]{1,8})\n/.exec(stdout.toString("utf8"))?.[1];
  if (mode === undefined) return null;
  return (Number.parseInt(mode, 16) & TYPE_MASK) === FOLDER ? "folder" : "file";
}

/** Bits of st_mode (stat(2)). */
const TYPE_MASK = 0o170000;
const FOLDER = 0o040000;
const LINK = 0o120000;
const REGULAR = 0o100000;

/** Evidence from the device about the bytes that arrived; pushFile has compared their number. */
async function arrivedWords(
  { device }: Phone,
  { file, target }: { readonly file: HostFile; readonly target: string },
  signal: AbortSignal,
): Promise<string> {
  const limits = { ...SHELL_LIMITS, totalMs: HASH_MS, firstByteMs: HASH_MS };
  const script = readScript(command(["sha256sum", target], { stderr: "drop" }));
  const { stdout } = await retryRead(device, script, limits, signal);
  const there = /^([0-9a-f]{64})\s/.exec(stdout.toString("utf8"))?.[1];
  // toybox has sha256sum from Android 8 on.
  if (there === undefined) return "all of its bytes arrived";
  if (there === createHash("sha256").update(file.bytes).digest("hex"))
    return "the device has exactly this file (SHA-256)";
  const message = `the file at ${target} of ${device.serial} differs from what was sent`;
  throw new FoveaError("PUSH_FAILED", message, { device: device.serial, mayHaveHappened: true });
}

/** Enough for 512 MB on a slow phone. */
const HASH_MS = 20_000;

async function indexWords(phone: Phone, target: string, signal: AbortSignal): Promise<readonly string[]> {
  if (!isShared(target)) return [];
  const id = await scanMedia(phone, { realPath: target, isThere: true }, signal);
  return [id === null ? "the media index does not list it yet" : `the media index lists it (${mediaUri(id)})`];
}

function isShared(realPath: string): boolean {
  return realPath.startsWith("/storage/");
}

function mediaUri(id: string): string {
  return `content://media/external/file/${id}`;
}

/**
 * Has the media index scan a file, or the path of a deleted one. Errors: PATH_NOT_ALLOWED, as scanMedia; of the guard.
 */
export async function scanFile(session: Session, path: string, signal: AbortSignal): Promise<UnseenChange> {
  const asked = requireDevicePath(path, "scan");
  return await changeUnseen(
    session,
    {
      call: { tool: "files", args: { scan: path } },
      action: { kind: "device", change: "scanFile", detail: asked, package: null },
    },
    async () => {
      const phone = await askPhone(session.device, signal);
      const real = await realDevicePath(phone, asked, signal);
      const target = real ?? asked.replace(/^\/sdcard\//, `/storage/emulated/${phone.user}/`);
      const isFolder = real !== null && (await kindAt(phone, real, signal)) === "folder";
      if (isFolder || !isShared(target)) throw notMedia(asked, isFolder);
      const isThere = real !== null;
      // A deleted file may be scanned, so that the index drops it; a path that the index never knew is a mistake.
      if (!isThere && (await mediaId(phone, target, signal)) === null) throw notFound(phone, asked);
      const id = await scanMedia(phone, { realPath: target, isThere }, signal);
      const proof = (id !== null) === isThere ? "confirmed" : "unconfirmed";
      return { did: `asked the media index to scan ${asked}`, proof, evidence: [scanWords(id, isThere)] };
    },
    signal,
  );
}

function scanWords(id: string | null, isThere: boolean): string {
  if (id !== null) return `the index ${isThere ? "lists" : "still lists"} it (${mediaUri(id)})`;
  return isThere ? "the index does not list it yet" : "the index no longer lists it";
}

function notMedia(path: string, isFolder: boolean): FoveaError {
  const why = isFolder ? "is a folder: name a file in it" : "is not in shared storage";
  return new FoveaError("INVALID_ARGUMENT", `scan: ${path} ${why}`);
}

/** A file of the device, which is read in pieces. */
export interface DeviceFile {
  readonly path: string;
  readonly pieces: AsyncIterable<Buffer>;
}

/**
 * Opens a file of the device for reading. Errors: PATH_NOT_ALLOWED, FILE_NOT_FOUND, as runShell; those of the guard;
 * while it is read, as pullFile.
 */
export async function openDeviceFile(session: Session, path: string, signal: AbortSignal): Promise<DeviceFile> {
  const asked = requireDevicePath(path, "pull");
  gateOf(session, { tool: "files", args: { pull: path } })(
    { kind: "device", change: "pullFile", detail: asked, package: null },
    null,
  );
  const phone = await askPhone(session.device, signal);
  const real = await realDevicePath(phone, asked, signal);
  if (real === null) throw notFound(phone, asked);
  if ((await kindAt(phone, real, signal)) === "folder")
    throw new FoveaError("INVALID_ARGUMENT", `pull: ${asked} is a folder: name a file in it`, {
      hint: "Call files with `list` and a folder to see what is in it.",
    });
  return { path: asked, pieces: pullFile(session.device, { path: real, mostBytes: MOST_FILE_BYTES }, signal) };
}

function notFound({ device }: Phone, path: string): FoveaError {
  return new FoveaError("FILE_NOT_FOUND", `${device.serial} has no ${path}`, { device: device.serial });
}

/** One entry in a folder of the device. */
export interface FolderEntry {
  /** The name as the device reports it; it is untrusted text. */
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
  /** The size in bytes, modulo 2³²; null for anything but a file. */
  readonly size: number | null;
  /** The time of the last change in seconds since the epoch, by the device's clock. */
  readonly modifiedS: number;
}

export interface Folder {
  readonly path: string;
  /** Sorted by name. */
  readonly entries: readonly FolderEntry[];
  /** Whether the folder has more entries than were read. */
  readonly isCut: boolean;
}

/**
 * Lists a folder of the device. Errors: PATH_NOT_ALLOWED, FILE_NOT_FOUND, INVALID_ARGUMENT for a file, as listFolder.
 */
export async function listDeviceFolder(session: Session, path: string, signal: AbortSignal): Promise<Folder> {
  const asked = requireDevicePath(path, "list");
  const phone = await askPhone(session.device, signal);
  const real = await realDevicePath(phone, asked, signal);
  if (real === null) throw notFound(phone, asked);
  if ((await kindAt(phone, real, signal)) !== "folder")
    throw new FoveaError("INVALID_ARGUMENT", `list: ${asked} is a file`, {
      hint: "Call files with `pull` to read it.",
    });
  const found = await listFolder(session.device, real, signal);
  const entries = found.map(entryOf).filter(({ name }) => name !== "." && name !== "..");
  return {
    path: asked,
    entries: entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    isCut: found.length >= MOST_ENTRIES,
  };
}

function entryOf({ name, mode, size, modifiedS }: SyncEntry): FolderEntry {
  const kind = KINDS.get(mode & TYPE_MASK) ?? "other";
  return { name: name.toString("utf8"), kind, size: kind === "file" ? size : null, modifiedS };
}

const KINDS: ReadonlyMap<number, FolderEntry["kind"]> = new Map([
  [REGULAR, "file"],
  [FOLDER, "folder"],
  [LINK, "link"],
]);

import { dirname, extname, resolve } from "node:path";
import { MOST_FILE_BYTES, pushToDevice } from "../../actions/files/files.js";
import { FoveaError } from "../../base/errors.js";
import { lookUp } from "../../base/word-table.js";
import type { Session } from "../../session/session.js";
import type { Done } from "./done.js";
import type { PlainCommand } from "./flow.js";

/** Separate folders, so that no file of the user is replaced; galleries show each folder as an album. */
const FOLDERS: Readonly<Record<string, string>> = {
  ".png": "/sdcard/Pictures/fovea/",
  ".jpg": "/sdcard/Pictures/fovea/",
  ".jpeg": "/sdcard/Pictures/fovea/",
  ".gif": "/sdcard/Pictures/fovea/",
  ".webp": "/sdcard/Pictures/fovea/",
  ".mp4": "/sdcard/Movies/fovea/",
};

/**
 * Copies pictures and films of the workspace to folders that galleries show. Errors: INVALID_ARGUMENT for other kinds
 * of files, before any is sent; those of pushToDevice.
 */
export async function addMedia(
  session: Session,
  { flow, files }: Extract<PlainCommand, { readonly kind: "media" }>,
  signal: AbortSignal,
): Promise<Done> {
  const sent = files.map((file) => ({ path: resolve(dirname(flow.file), file), to: folderOf(file) }));
  const from = {
    folders: [resolve(flow.root)],
    option: "--workspace",
    what: "pictures and films of flows",
    mostBytes: MOST_FILE_BYTES,
  };
  const notes: string[] = [];
  for (const { path, to } of sent) {
    const { did, evidence } = await pushToDevice(session, { path, from, to, isOver: true }, signal);
    notes.push([did, ...evidence].join("; "));
  }
  return { result: null, notes };
}

function folderOf(file: string): string {
  const folder = lookUp(FOLDERS, extname(file).toLowerCase());
  if (folder !== undefined) return folder;
  throw new FoveaError("INVALID_ARGUMENT", `${file} is neither a picture nor a film that Android's gallery takes`, {
    hint: `It takes ${Object.keys(FOLDERS).join(", ")}.`,
  });
}

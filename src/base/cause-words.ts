import { isFoveaError } from "./errors.js";
import { lookUp } from "./word-table.js";

/** Words for the errors of the file system, by code. */
const ERRNO: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of its path is not a folder",
  EISDIR: "it is a folder",
  EEXIST: "it is there already",
  EACCES: "its permissions do not allow it",
  EPERM: "its permissions do not allow it",
  EROFS: "its file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  EBUSY: "it is in use",
  EFBIG: "it would be larger than the largest file allowed here",
  EADDRINUSE: "the port is in use",
  EADDRNOTAVAIL: "the address is not one of this host",
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "no host of that name is known",
  EAI_AGAIN: "no host of that name is known",
  EIO: "the disk cannot read or write it",
  ERR_INVALID_ARG_VALUE: "its path is not a valid path of a file",
  ERR_FS_FILE_TOO_LARGE: "it is larger than 2 GiB",
};

/** Why a file cannot be used, in our own words. The runtime's messages would repeat the path. */
export function causeWords(cause: unknown): string {
  if (isFoveaError(cause)) return cause.message;
  if (cause instanceof SyntaxError) return `it is not JSON${placeIn(cause.message)}`;
  if (!(cause instanceof Error)) return String(cause);
  if ("issues" in cause) return "it has the wrong form";
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return lookUp(ERRNO, code) ?? (code === "" ? cause.message : `the system reports ${code}`);
}

/** The place where the JSON parser stopped, if it reports one. */
function placeIn(message: string): string {
  const at = /position (\d{1,15})/.exec(message)?.[1];
  return at === undefined ? "" : ` at character ${Number(at) + 1}`;
}

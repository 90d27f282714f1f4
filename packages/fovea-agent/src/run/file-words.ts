/** Descriptions of file errors, by the system's error codes. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "its permissions do not allow it"],
  ["EPERM", "its permissions do not allow it"],
  ["EROFS", "its file system is read-only"],
  ["EEXIST", "a file of that name is there already"],
  ["EISDIR", "it is a folder"],
  ["ENOENT", "there is no such file or folder"],
  ["ENOTDIR", "a part of its path is not a folder"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the quota of the disk is used up"],
  ["ENAMETOOLONG", "its name is too long"],
  ["EIO", "the disk cannot read or write it"],
]);

/** Why a file of a run cannot be used; for an unknown failure its code, never the message of the runtime. */
export function fileWords(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null;
  if (code === null) return "the reason is not known";
  return WORDS.get(code) ?? `the system reports ${code}`;
}

/** The errors that programs of the phone can get, with the texts of bionic's strerror(3). */
export const ERRNO_TEXTS = {
  EPERM: "Operation not permitted",
  ENOENT: "No such file or directory",
  ESRCH: "No such process",
  EIO: "I/O error",
  ENXIO: "No such device or address",
  ENOEXEC: "Exec format error",
  EBADF: "Bad file descriptor",
  EACCES: "Permission denied",
  EEXIST: "File exists",
  EXDEV: "Cross-device link",
  ENOTDIR: "Not a directory",
  EISDIR: "Is a directory",
  EINVAL: "Invalid argument",
  ENOSPC: "No space left on device",
  EROFS: "Read-only file system",
  EPIPE: "Broken pipe",
  EAGAIN: "Try again",
  ELOOP: "Too many symbolic links encountered",
  ENOTEMPTY: "Directory not empty",
} as const;

/** The name of an error number. */
export type Errno = keyof typeof ERRNO_TEXTS;

/** Linux's numbers, for protocols that send numbers (sync's STA2). */
export const ERRNO_NUMBERS: Readonly<Record<Errno, number>> = {
  EPERM: 1,
  ENOENT: 2,
  ESRCH: 3,
  EIO: 5,
  ENXIO: 6,
  ENOEXEC: 8,
  EBADF: 9,
  EACCES: 13,
  EEXIST: 17,
  EXDEV: 18,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  ENOSPC: 28,
  EROFS: 30,
  EPIPE: 32,
  EAGAIN: 11,
  ELOOP: 40,
  ENOTEMPTY: 39,
};

/**
 * A failed system call of the virtual phone. `message` is only strerror's text, as programs print it. The error has no
 * stack: each start of a program searches several missing folders, and collecting stacks took 4 % of the phone's time.
 */
export class SystemError extends Error {
  readonly errno: Errno;
  /** The path of the call as the caller gave it, or "". */
  readonly path: string;

  constructor(errno: Errno, path = "") {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(ERRNO_TEXTS[errno]);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "SystemError";
    this.errno = errno;
    this.path = path;
  }
}

/** A write after all readers have closed: SIGPIPE for a process. */
export class BrokenPipe extends SystemError {
  constructor() {
    super("EPIPE");
  }
}

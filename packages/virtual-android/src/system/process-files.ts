import type { FileStat } from "../files/node.js";
import { TYPE_BITS } from "../files/node.js";
import type { MemoryFiles } from "../files.js";
import { SystemError } from "../linux/errno.js";
import type { Listeners } from "../linux/listeners.js";
import type { Phone } from "../phone.js";
import type { PhoneFiles } from "../phone-files.js";
import { listProcFolder, type ProcViewer, readProcFile } from "./proc-files.js";
import type { Process } from "./process.js";
import type { ProcessTable } from "./process-table.js";

/** Special files; open-path.ts reads and writes them. */
const DEVICES: ReadonlySet<string> = new Set([
  "/dev/null",
  "/dev/zero",
  "/dev/full",
  "/dev/tty",
  "/dev/random",
  "/dev/urandom",
  "/dev/stdin",
  "/dev/stdout",
  "/dev/stderr",
]);

/** The parts that all processes share. */
export interface ProcessFilesParts {
  readonly files: MemoryFiles;
  readonly phone: Phone;
  readonly processes: ProcessTable;
  readonly listeners: Listeners;
}

/**
 * The phone's files as one process sees them: paths are relative to its working directory, `/proc/self` is this
 * process, and `/dev/tty` is its terminal. Failing calls throw SystemError.
 */
export class ProcessFiles implements PhoneFiles {
  readonly #process: Process;
  readonly #files: MemoryFiles;
  readonly #viewer: ProcViewer;

  constructor(process: Process, parts: ProcessFilesParts) {
    this.#process = process;
    this.#files = parts.files;
    this.#viewer = { process, phone: parts.phone, processes: parts.processes, listeners: parts.listeners };
  }

  /** The absolute path; dots are resolved without following links. Errors: ENOENT for "". */
  absolute(path: string): string {
    if (path === "") throw new SystemError("ENOENT", path);
    return path.startsWith("/") ? path : `${this.#process.cwd === "/" ? "" : this.#process.cwd}/${path}`;
  }

  isDevice(path: string): boolean {
    const full = this.absolute(path);
    return DEVICES.has(full) || /^(\/dev\/fd|\/proc\/self\/fd)\/\d+$/.test(full);
  }

  read(path: string): Uint8Array | undefined {
    const full = this.absolute(path);
    if (this.isDevice(path)) return new Uint8Array(0);
    if (!isProc(full)) return this.#naming(path, () => this.#files.read(full));
    const text = readProcFile(full, this.#viewer);
    if (text !== undefined) return Buffer.from(text);
    if (this.#procFolder(full)) throw new SystemError("EISDIR", path);
    return undefined;
  }

  write(path: string, bytes: Uint8Array, mode?: number): void {
    if (this.isDevice(path)) this.#writeDevice(path, bytes);
    else this.#naming(path, () => this.#files.write(this.absolute(path), bytes, mode ?? this.#modeOfNew(path)));
  }

  append(path: string, bytes: Uint8Array): void {
    if (this.isDevice(path)) this.#writeDevice(path, bytes);
    else this.#naming(path, () => this.#files.append(this.absolute(path), bytes));
  }

  remove(path: string): boolean {
    return this.#naming(path, () => this.#files.remove(this.absolute(path)));
  }

  makeFolder(path: string): void {
    this.#naming(path, () => {
      this.#files.makeFolder(this.absolute(path));
      if (this.#process.umask !== 0) this.#files.setPermissions(this.absolute(path), 0o777 & ~this.#process.umask);
    });
  }

  isFolder(path: string): boolean {
    const full = this.absolute(path);
    if (isProc(full)) return this.#procFolder(full) !== undefined;
    return this.#naming(path, () => this.#files.isFolder(full));
  }

  /** As access(2) for 4 (read), 2 (write) and 1 (search, execute); false if the file does not exist. */
  isAllowed(path: string, bit: number): boolean {
    const special = this.#specialStat(path);
    if (special) return (special.mode & bit) !== 0;
    return this.#naming(path, () => this.#files.isAllowed(this.absolute(path), bit));
  }

  list(path: string): readonly string[] {
    const full = this.absolute(path);
    if (!isProc(full)) return this.#naming(path, () => this.#files.list(full));
    const names = this.#procFolder(full);
    if (!names) throw new SystemError(this.read(path) ? "ENOTDIR" : "ENOENT", path);
    return names;
  }

  get isFull(): boolean {
    return this.#files.isFull;
  }

  stat(path: string): FileStat | undefined {
    return this.#specialStat(path) ?? this.#naming(path, () => this.#files.stat(this.absolute(path)));
  }

  /** As `stat`, for a link itself. */
  linkStat(path: string): FileStat | undefined {
    return this.#specialStat(path) ?? this.#naming(path, () => this.#files.linkStat(this.absolute(path)));
  }

  readLink(path: string): string {
    return this.#naming(path, () => this.#files.readLink(this.absolute(path)));
  }

  makeLink(path: string, target: string): void {
    this.#naming(path, () => this.#files.makeLink(this.absolute(path), target));
  }

  /** The path without links and dots; the last name may be missing. */
  realPath(path: string): string {
    if (this.#specialStat(path)) return this.absolute(path);
    return this.#naming(path, () => this.#files.realPath(this.absolute(path)));
  }

  setPermissions(path: string, permissions: number): void {
    this.#naming(path, () => this.#files.setPermissions(this.absolute(path), permissions));
  }

  setModified(path: string, seconds: number): void {
    this.#naming(path, () => this.#files.setModified(this.absolute(path), seconds));
  }

  rename(from: string, to: string): void {
    this.#naming(from, () => this.#files.rename(this.absolute(from), this.absolute(to)));
  }

  /** Errors contain the path that the program gave, not the absolute path. */
  #naming<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof SystemError ? new SystemError(error.errno, path) : error;
    }
  }

  /** The mode of a new file; undefined for an existing file, which keeps its mode. */
  #modeOfNew(path: string): number | undefined {
    return this.#files.stat(this.absolute(path)) ? undefined : 0o666 & ~this.#process.umask;
  }

  #writeDevice(path: string, bytes: Uint8Array): void {
    if (this.absolute(path) !== "/dev/tty") return;
    const { terminal } = this.#process.session;
    if (!terminal) throw new SystemError("ENXIO", path);
    terminal.writeFromProcess(bytes, this.#process.signal).catch(() => {}); // the host may have disconnected
  }

  #procFolder(full: string): readonly string[] | undefined {
    return listProcFolder(full, this.#viewer);
  }

  #specialStat(path: string): FileStat | undefined {
    const full = this.absolute(path);
    const facts = { size: 0, mtimeSeconds: 0, uid: 0, gid: 0, inode: 1 };
    if (this.isDevice(path)) return { ...facts, mode: TYPE_BITS.device | 0o666 };
    if (!isProc(full)) return undefined;
    if (this.#procFolder(full)) return { ...facts, mode: TYPE_BITS.folder | 0o555 };
    return this.read(path) ? { ...facts, mode: TYPE_BITS.file | 0o444 } : undefined;
  }
}

function isProc(full: string): boolean {
  return full === "/proc" || full.startsWith("/proc/");
}

import { randomFillSync } from "node:crypto";
import type { FileContent, MemoryFiles } from "../files.js";
import { SystemError } from "../linux/errno.js";
import { bytesFile, nullFile, OpenFile } from "./open-file.js";
import type { Process } from "./process.js";
import type { ProcessFiles } from "./process-files.js";
import type { Terminal } from "./terminal.js";

/** How a file is opened; `write` starts with an empty file. */
export type OpenMode = "read" | "write" | "append" | "read-write";

/** A call of open(2). */
export interface OpenRequest {
  readonly path: string;
  readonly mode: OpenMode;
  readonly process: Process;
  readonly view: ProcessFiles;
  readonly files: MemoryFiles;
}

/** Opens a path for a process, as open(2) does for the shell's redirections. Errors: SystemError. */
export function openPath(request: OpenRequest): OpenFile {
  const { path, process, view } = request;
  const full = view.absolute(path);
  if (view.isDevice(path)) return openDevice(full, process);
  try {
    return full.startsWith("/proc/") ? openProc(request) : openFile(full, request);
  } catch (error) {
    throw error instanceof SystemError ? new SystemError(error.errno, path) : error;
  }
}

/** The side of a terminal that processes use. */
export function terminalFile(terminal: Terminal): OpenFile {
  terminal.opened();
  return new OpenFile({
    close: () => terminal.closed(),
    isTerminal: terminal.isCooked,
    read: (maxBytes, signal) => terminal.input.read(maxBytes, signal),
    unread: (bytes) => terminal.input.unread(bytes),
    write: (bytes, signal) => terminal.writeFromProcess(bytes, signal),
  });
}

function openFile(full: string, { mode, files, process }: OpenRequest): OpenFile {
  const permissions = 0o666 & ~process.umask;
  if (mode === "read") return contentFile(files.openForReading(full), mode);
  return contentFile(files.openForWriting(full, { truncate: mode === "write", permissions }), mode);
}

function contentFile(content: FileContent, mode: OpenMode): OpenFile {
  let position = 0;
  const write = async (bytes: Uint8Array) => {
    const at = mode === "append" ? content.size : position;
    content.write(at, bytes);
    position = at + bytes.length;
  };
  return new OpenFile({
    read: async (maxBytes) => {
      const bytes = content.read(position, maxBytes);
      position += bytes.length;
      return bytes.length === 0 ? null : bytes;
    },
    unread: (bytes) => {
      position -= bytes.length;
    },
    ...(mode === "read" ? {} : { write }),
  });
}

function openProc({ path, mode, view }: OpenRequest): OpenFile {
  const bytes = view.read(path);
  if (!bytes) throw new SystemError("ENOENT", path);
  if (mode !== "read") throw new SystemError("EACCES", path);
  return bytesFile(bytes);
}

function openDevice(full: string, process: Process): OpenFile {
  const inherited = descriptorOf(full);
  if (inherited !== undefined) {
    const file = process.descriptors.get(inherited);
    if (!file) throw new SystemError("ENOENT", full);
    return file.dup();
  }
  switch (full) {
    case "/dev/tty":
      if (!process.session.terminal) throw new SystemError("ENXIO", full);
      return terminalFile(process.session.terminal);
    case "/dev/zero":
      return new OpenFile({ read: async (maxBytes) => new Uint8Array(maxBytes), write: async () => {} });
    case "/dev/random":
    case "/dev/urandom":
      return new OpenFile({
        read: async (maxBytes) => randomFillSync(new Uint8Array(maxBytes)),
        write: async () => {},
      });
    case "/dev/full":
      return new OpenFile({ read: async (maxBytes) => new Uint8Array(maxBytes), write: refuseFull });
    default:
      return nullFile();
  }
}

const NAMED_DESCRIPTORS: Readonly<Record<string, number>> = { "/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2 };

function descriptorOf(full: string): number | undefined {
  const number = /^(?:\/dev\/fd|\/proc\/self\/fd)\/(\d+)$/.exec(full)?.[1];
  return number === undefined ? NAMED_DESCRIPTORS[full] : Number(number);
}

async function refuseFull(): Promise<void> {
  throw new SystemError("ENOSPC", "/dev/full");
}

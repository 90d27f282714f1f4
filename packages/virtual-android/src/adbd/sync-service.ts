import type { FileStat } from "../files/node.js";
import { ERRNO_NUMBERS, SystemError } from "../linux/errno.js";
import type { Kernel } from "../system/kernel.js";
import { deviceFeatures } from "./banner.js";
import { type Service, type ServiceSession, SessionReader } from "./service.js";
import { FILE_TYPE, frame, idAndLength, NO_STAT, statV1, statV2 } from "./sync-frames.js";

/** Largest data chunk of the protocol (SYNC_DATA_MAX). */
const MOST_DATA = 65536;

/** The longest path that adbd accepts. */
const LONGEST_PATH = 1024;

type Request = (path: string, sync: SyncSession) => Promise<void>;

/** File transfer: STAT, LIST, SEND and RECV with their second versions, without compression. */
export function syncService(kernel: Kernel): Service {
  return async (session) => {
    const sync = new SyncSession(kernel, session);
    while (await sync.serveOne()) {
      // one request after another, until QUIT or the host closes
    }
  };
}

const REQUESTS: Readonly<Record<string, Request>> = {
  STAT: async (path, sync) => await sync.send(statV1("STAT", sync.linkStat(path) ?? NO_STAT)),
  LSTA: async (path, sync) => await sync.send(statV1("STAT", sync.linkStat(path) ?? NO_STAT)),
  STA2: async (path, sync) => await sync.send(sync.statV2("STA2", path, true)),
  LST2: async (path, sync) => await sync.send(sync.statV2("LST2", path, false)),
  LIST: (path, sync) => sync.list(path, false),
  LIS2: (path, sync) => sync.list(path, true),
  RECV: (path, sync) => sync.receive(path),
  RCV2: (path, sync) => sync.receiveV2(path),
  SEND: (path, sync) => sync.sendFile(path),
  SND2: (path, sync) => sync.sendFileV2(path),
};

/** The feature that introduced a request; requests of the first version need none. */
const FEATURES_NEEDED: Readonly<Record<string, string>> = {
  STA2: "stat_v2",
  LST2: "stat_v2",
  LIS2: "ls_v2",
  SND2: "sendrecv_v2",
  RCV2: "sendrecv_v2",
};

interface IncomingFile {
  readonly path: string;
  readonly mode: number;
  readonly chunks: Uint8Array[];
}

class SyncSession {
  readonly #files;
  readonly #session: ServiceSession;
  readonly #reader: SessionReader;
  readonly #features: readonly string[];
  readonly #nowSeconds: () => number;

  constructor(kernel: Kernel, session: ServiceSession) {
    this.#files = kernel.parts.files;
    this.#session = session;
    this.#reader = new SessionReader(session);
    this.#features = deviceFeatures(kernel.apiLevel);
    this.#nowSeconds = () => Math.floor(kernel.parts.phone.state().wallClockMs / 1000);
  }

  /** Serves one request. False if there is no further request. */
  async serveOne(): Promise<boolean> {
    const head = await this.#reader.take(8);
    if (!head) return false;
    const { id, length } = idAndLength(head);
    if (id === "QUIT") return false;
    const path = await this.#takePath(length);
    if (path === null) return false;
    const request = this.#offers(id) ? REQUESTS[id] : undefined;
    if (request) await request(path, this);
    else await this.fail(`unknown command ${id}`);
    return request !== undefined;
  }

  async send(bytes: Uint8Array): Promise<void> {
    await this.#session.write(bytes);
  }

  async fail(message: string): Promise<void> {
    await this.send(frame("FAIL", Buffer.from(message)));
  }

  linkStat(path: string): FileStat | undefined {
    return quietly(() => this.#files.linkStat(path));
  }

  statV2(id: string, path: string, follow: boolean): Uint8Array {
    try {
      const stat = follow ? this.#files.stat(path) : this.#files.linkStat(path);
      return statV2(id, stat ? 0 : ERRNO_NUMBERS.ENOENT, stat ?? NO_STAT);
    } catch (error) {
      if (error instanceof SystemError) return statV2(id, ERRNO_NUMBERS[error.errno], NO_STAT);
      throw error;
    }
  }

  /** A folder that cannot be read is listed as empty, as on a real phone. */
  async list(path: string, isV2: boolean): Promise<void> {
    for (const name of quietly(() => this.#files.list(path)) ?? []) {
      const stat = this.linkStat(`${path}/${name}`);
      if (!stat) continue;
      const bytes = Buffer.from(name);
      const head = isV2 ? statV2("DNT2", 0, stat) : statV1("DENT", stat);
      await this.send(Buffer.concat([head, lengthOf(bytes), bytes]));
    }
    const end = isV2 ? statV2("DONE", 0, NO_STAT) : statV1("DONE", NO_STAT);
    await this.send(Buffer.concat([end, Buffer.alloc(4)]));
  }

  async receive(path: string): Promise<void> {
    const content = await this.#openToRead(path);
    if (!content) return;
    for (let at = 0; at < content.length; at += MOST_DATA) {
      await this.send(frame("DATA", content.subarray(at, at + MOST_DATA)));
    }
    await this.send(frame("DONE", new Uint8Array(0)));
  }

  /** RCV2 sends the path, then a setup with flags. All flags are compressions, which are not supported. */
  async receiveV2(path: string): Promise<void> {
    const setup = await this.#reader.take(8);
    if (setup && setup.readUInt32LE(4) !== 0) await this.fail("unsupported compression");
    else if (setup) await this.receive(path);
  }

  /** The argument of SEND is `PATH,MODE`. */
  async sendFile(argument: string): Promise<void> {
    const comma = argument.lastIndexOf(",");
    const mode = Number(argument.slice(comma + 1));
    if (comma < 0 || !Number.isInteger(mode)) return await this.fail("missing , in ID_SEND_V1");
    await this.#takeFile(argument.slice(0, comma), mode);
  }

  async sendFileV2(path: string): Promise<void> {
    const setup = await this.#reader.take(12);
    if (setup && setup.readUInt32LE(8) !== 0) await this.fail("unsupported compression");
    else if (setup) await this.#takeFile(path, setup.readUInt32LE(4));
  }

  /** Reads the whole file before it reports an error; else the host would write to a closed stream. */
  async #takeFile(path: string, mode: number): Promise<void> {
    const file: IncomingFile = { path, mode, chunks: [] };
    for (;;) {
      const head = await this.#reader.take(8).catch(() => null);
      if (!head) return this.#keepPart(file);
      const { id, length } = idAndLength(head);
      if (id === "DONE") return await this.#finish(file, length);
      const data = id === "DATA" && length <= MOST_DATA ? await this.#reader.take(length) : null;
      if (!data) return await this.fail(id === "DATA" ? "oversize data message" : "invalid data message");
      file.chunks.push(data);
    }
  }

  /** If the host disconnects during the transfer, the part that arrived is stored, as on a real phone. */
  #keepPart(file: IncomingFile): void {
    quietly(() => this.#store(file, this.#nowSeconds()));
  }

  async #finish(file: IncomingFile, mtimeSeconds: number): Promise<void> {
    try {
      this.#store(file, mtimeSeconds);
    } catch (error) {
      if (!(error instanceof SystemError)) throw error;
      const what = error.errno === "ENOSPC" ? "write failed" : "couldn't create file";
      return await this.fail(`${what}: ${error.message}`);
    }
    await this.send(frame("OKAY", new Uint8Array(0)));
  }

  /** adbd gives group and others the permissions of the owner (file_sync_service.cpp), and makes missing folders. */
  #store({ path, mode, chunks }: IncomingFile, mtimeSeconds: number): void {
    const content = Buffer.concat(chunks);
    this.#makeParents(path);
    if ((mode & FILE_TYPE.mask) === FILE_TYPE.link) {
      this.#files.remove(path);
      this.#files.makeLink(path, content.toString().replace(/\0$/, ""));
      return;
    }
    const owner = (mode >> 6) & 7;
    this.#files.write(path, content, (owner << 6) | (owner << 3) | owner);
    this.#files.setModified(path, mtimeSeconds);
  }

  #makeParents(path: string): void {
    const parts = path.split("/");
    for (let count = 2; count < parts.length; count += 1) {
      const folder = parts.slice(0, count).join("/");
      if (!this.#files.stat(folder)) this.#files.makeFolder(folder);
    }
  }

  async #openToRead(path: string): Promise<Uint8Array | null> {
    try {
      const content = this.#files.read(path);
      if (content) return content;
      await this.fail("open failed: No such file or directory");
    } catch (error) {
      if (!(error instanceof SystemError)) throw error;
      await this.fail(error.errno === "EISDIR" ? "read failed: Is a directory" : `open failed: ${error.message}`);
    }
    return null;
  }

  /** Whether the device's features include this request. */
  #offers(id: string): boolean {
    const feature = FEATURES_NEEDED[id];
    return feature === undefined || this.#features.includes(feature);
  }

  async #takePath(length: number): Promise<string | null> {
    if (length > LONGEST_PATH) {
      await this.fail("path too long");
      return null;
    }
    const bytes = await this.#reader.take(length);
    return bytes ? bytes.toString() : null;
  }
}

function lengthOf(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return length;
}

function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof SystemError) return undefined;
    throw error;
  }
}

import type { FakeStream } from "./fake-stream.js";

/** A device to which files are pushed. */
export interface SyncHost {
  readonly files: Map<string, PushedFile>;
  readonly options: SyncOptions;
}

export interface PushedFile {
  readonly bytes: Buffer;
  readonly mode: number;
}

export interface SyncOptions {
  /** Bytes of a pushed file that are silently dropped at its end. */
  readonly dropAtEnd?: number;
  /** The text with which every push is refused; pushes succeed if absent. */
  readonly refusePush?: string;
  /** Called after each received part of a pushed file. */
  readonly onPart?: () => void;
}

/** Adb's sync service: STAT and SEND. */
export async function serveSync(host: SyncHost, stream: FakeStream): Promise<void> {
  for (;;) {
    const header = await stream.read(8);
    const argument = header && (await stream.read(header.readUInt32LE(4)));
    if (!header || !argument) return;
    const command = header.toString("latin1", 0, 4);
    if (command === "STAT") await stream.write(statReply(host, argument.toString("utf8")));
    else if (command === "SEND") await receive(host, stream, argument.toString("utf8"));
    else return;
  }
}

function statReply(host: SyncHost, path: string): Buffer {
  const file = host.files.get(path);
  const reply = Buffer.alloc(16);
  reply.write("STAT", 0);
  reply.writeUInt32LE(file === undefined ? 0 : file.mode, 4);
  reply.writeUInt32LE(file?.bytes.length ?? 0, 8);
  return reply;
}

async function receive(host: SyncHost, stream: FakeStream, target: string): Promise<void> {
  const [, path = "", mode = ""] = /^(.*),(\d+)$/s.exec(target) ?? [];
  const parts: Buffer[] = [];
  const { refusePush, dropAtEnd = 0, onPart = () => {} } = host.options;
  for (;;) {
    const header = await stream.read(8);
    if (!header) return;
    if (header.toString("latin1", 0, 4) === "DONE") break;
    const data = await stream.read(header.readUInt32LE(4));
    if (data) parts.push(Buffer.from(data));
    onPart();
  }
  if (refusePush !== undefined) return await stream.write(syncReply("FAIL", Buffer.from(refusePush)));
  const bytes = Buffer.concat(parts);
  host.files.set(path, { bytes: bytes.subarray(0, bytes.length - dropAtEnd), mode: Number(mode) });
  await stream.write(syncReply("OKAY", Buffer.alloc(0)));
}

function syncReply(id: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, 0);
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data]);
}

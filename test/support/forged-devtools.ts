import { createHash } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { listen } from "../../packages/virtual-android/src/listen.js";

/** The forged answers of DevTools. */
export interface Forged {
  /** The list of pages; a string is sent unchanged, without a header. */
  list?: unknown;
  version?: unknown;
  /** Text that is sent in place of the WebSocket handshake. */
  handshake?: string;
  /** The result of `Runtime.evaluate`. */
  page?: unknown;
  /** Raw bytes in place of the answer to the first call. */
  frames?: Buffer;
  /** Bytes that are sent repeatedly, in place of answers, until the connection is closed. */
  endless?: Buffer;
}

/** A server whose answers the test defines; `forged` may change at any time. `paths` are the requested paths. */
export interface ForgedDevtools extends AsyncDisposable {
  readonly port: number;
  readonly paths: string[];
  forged: Forged;
}

export async function forgedDevtools(first: Forged): Promise<ForgedDevtools> {
  const sockets = new Set<Socket>();
  const state: { forged: Forged; paths: string[] } = { forged: first, paths: [] };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    let isOpen = false;
    socket.on("data", (bytes: Buffer) => {
      const { forged } = state;
      if (forged.endless) return pour(socket, forged.endless);
      if (isOpen) return void answer(socket, bytes, forged);
      const path = /^GET (\S+)/.exec(bytes.toString("latin1"))?.[1] ?? "";
      state.paths.push(path);
      const key = /Sec-WebSocket-Key: (\S+)/.exec(bytes.toString("latin1"))?.[1];
      if (key === undefined) return void sendJson(socket, path === "/json/version" ? forged.version : forged.list);
      isOpen = true;
      socket.write(forged.handshake ?? handshakeFor(key));
    });
  });
  const port = await listen(server, 0);
  return Object.assign(state, {
    port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function handshakeFor(key: string): string {
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`;
}

function sendJson(socket: Socket, value: unknown): void {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? []);
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\nContent-Type: application/json\r\n\r\n${text}`,
  );
}

function pour(socket: Socket, bytes: Buffer): void {
  while (socket.writable && socket.write(bytes));
  if (socket.writable) socket.once("drain", () => pour(socket, bytes));
}

/** Answers a call of the client, which arrives in one masked frame. */
function answer(socket: Socket, bytes: Buffer, forged: Forged): void {
  if (forged.frames) return void socket.write(forged.frames);
  const call = JSON.parse(unmasked(bytes).toString("utf8"));
  const results: Record<string, unknown> = {
    "Page.getFrameTree": { frameTree: { frame: { id: "F" } } },
    "Page.createIsolatedWorld": { executionContextId: 7 },
    "Runtime.evaluate": {
      result: { value: typeof forged.page === "string" ? forged.page : JSON.stringify(forged.page) },
    },
  };
  const payload = Buffer.from(JSON.stringify({ id: call.id, result: results[call.method] }));
  socket.write(frame(payload, 0x81));
}

export function frame(payload: Buffer, first: number): Buffer {
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

function unmasked(bytes: Buffer): Buffer {
  const short = (bytes[1] ?? 0) & 0x7f;
  const at = short === 126 ? 4 : short === 127 ? 10 : 2;
  const mask = bytes.subarray(at, at + 4);
  return Buffer.from(bytes.subarray(at + 4).map((byte, place) => byte ^ (mask[place % 4] ?? 0)));
}

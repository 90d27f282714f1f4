import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { quoteUntrusted } from "../../base/printable.js";
import type { Device, ServiceStream } from "../device.js";
import { SocketBytes } from "./socket-bytes.js";

const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_HEADER = 16 * 1024;
/** RFC 6455, section 1.3. */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const OPCODE = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

const answer = z.object({
  id: z.number().int(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

export interface PageAddress {
  /** The name of the DevTools socket in the abstract namespace. */
  readonly socket: string;
  /** The page's id in the list of pages. */
  readonly page: string;
}

/**
 * A connection to one page by the DevTools protocol: a WebSocket (RFC 6455) over the phone's own socket. No other
 * address is contacted, even if the browser names one. One call at a time. Dispose of it at the end.
 */
export class PageConnection implements AsyncDisposable {
  readonly #stream: ServiceStream;
  readonly #bytes: SocketBytes;
  readonly #what: string;
  #last = 0;

  private constructor(stream: ServiceStream, bytes: SocketBytes, what: string) {
    this.#stream = stream;
    this.#bytes = bytes;
    this.#what = what;
  }

  /** Opens the connection. Errors: WEBVIEW_UNREAD if the socket opens no WebSocket; those of openService. */
  static async open(device: Device, { socket, page }: PageAddress, signal: AbortSignal): Promise<PageConnection> {
    const stream = await device.openService(`localabstract:${socket}`, signal);
    try {
      const key = randomBytes(16).toString("base64");
      const lines = [`GET /devtools/page/${encodeURIComponent(page)} HTTP/1.1`, "Host: localhost"];
      lines.push("Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Key: ${key}`, "Sec-WebSocket-Version: 13");
      await stream.write(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`));
      const bytes = new SocketBytes(stream, socket, MOST_BYTES);
      const header = (await bytes.takeUntil("\r\n\r\n", LONGEST_HEADER)).toString("latin1");
      const accepted = createHash("sha1").update(`${key}${GUID}`).digest("base64");
      const said = /\r\nsec-websocket-accept: ?(\S{1,100})\r\n/i.exec(header)?.[1];
      if (!header.startsWith("HTTP/1.1 101 ") || said !== accepted)
        throw new FoveaError("WEBVIEW_UNREAD", `${socket}: it opens no WebSocket for the page`);
      return new PageConnection(stream, bytes, socket);
    } catch (error) {
      stream.close();
      throw error;
    }
  }

  /** The result of a method. Errors: WEBVIEW_UNREAD if the page refuses it, or if its answer is invalid. */
  async call(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const id = ++this.#last;
    await this.#send(OPCODE.text, Buffer.from(JSON.stringify({ id, method, params })));
    for (;;) {
      const said = answer.safeParse(parsed(await this.#message()));
      if (!said.success || said.data.id !== id) continue; // an event
      if (said.data.error === undefined) return said.data.result;
      const why = quoteUntrusted(said.data.error.message.slice(0, 200));
      throw new FoveaError("WEBVIEW_UNREAD", `${this.#what}: ${method} failed: ${why}`);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stream[Symbol.asyncDispose]();
  }

  /** The next text, joined if it arrived in fragments. Frames to a server are masked, frames from it are not. */
  async #message(): Promise<string> {
    const pieces: Buffer[] = [];
    for (;;) {
      const [first = 0, second = 0] = await this.#bytes.take(2);
      const [opcode, isLast] = [first & 0x0f, (first & 0x80) !== 0];
      if ((first & 0x70) !== 0 || (second & 0x80) !== 0) throw this.#broken();
      const payload = await this.#bytes.take(await this.#length(second & 0x7f));
      if (opcode === OPCODE.ping) await this.#send(OPCODE.pong, payload);
      else if (opcode === OPCODE.close) throw new FoveaError("WEBVIEW_UNREAD", `${this.#what}: the page was closed`);
      else if (opcode === OPCODE.text || opcode === OPCODE.continuation) {
        pieces.push(payload);
        if (isLast) return Buffer.concat(pieces).toString("utf8");
      } else if (opcode !== OPCODE.pong) throw this.#broken();
    }
  }

  async #length(short: number): Promise<number> {
    if (short < 126) return short;
    if (short === 126) return (await this.#bytes.take(2)).readUInt16BE();
    const long = (await this.#bytes.take(8)).readBigUInt64BE();
    if (long > BigInt(MOST_BYTES)) throw this.#broken();
    return Number(long);
  }

  #broken(): FoveaError {
    return new FoveaError("WEBVIEW_UNREAD", `${this.#what}: its WebSocket messages are not those of DevTools`);
  }

  async #send(opcode: number, payload: Buffer): Promise<void> {
    const mask = randomBytes(4);
    const masked = payload.map((byte, place) => byte ^ (mask[place % 4] ?? 0));
    await this.#stream.write(Buffer.concat([frameHead(opcode, payload.length), mask, masked]));
  }
}

function frameHead(opcode: number, length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | opcode, 0x80 | length]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (length < 65_536 ? 126 : 127);
  if (length < 65_536) head.writeUInt16BE(length, 2);
  else head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

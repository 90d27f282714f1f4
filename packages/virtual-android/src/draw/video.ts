import sharp from "sharp";
import type { ScreenPixels } from "../screen-pixels.js";

/** The interface of the encoder (h264-mp4-encoder, which is WebAssembly). */
interface Encoder {
  width: number;
  height: number;
  frameRate: number;
  speed: number;
  groupOfPictures: number;
  readonly outputFilename: string;
  readonly FS: { readFile(name: string): Uint8Array };
  initialize(): void;
  addFrameRgba(pixels: Uint8Array): void;
  finalize(): void;
  delete(): void;
}

/** A size with even numbers of pixels, which H.264 requires. */
export interface VideoSize {
  readonly width: number;
  readonly height: number;
}

/** An H.264 video in MP4. Each image is shown until the next one, as in the videos of phones' encoders. */
export class Video {
  readonly #encoder: Encoder;
  readonly #size: VideoSize;
  readonly #startsMs: number[] = [];

  private constructor(encoder: Encoder, size: VideoSize) {
    this.#encoder = encoder;
    this.#size = size;
  }

  /** Null if no encoder is installed: its package is optional, because only videos need it. */
  static async begin(size: VideoSize): Promise<Video | null> {
    const encoder = await newEncoder();
    if (!encoder) return null;
    Object.assign(encoder, { ...size, frameRate: 1, speed: 10, groupOfPictures: 20 });
    encoder.initialize();
    return new Video(encoder, size);
  }

  /** Adds an image that is shown from `atMs` on, in ms from the start. */
  async add(pixels: ScreenPixels, atMs: number): Promise<void> {
    const { width, height, rgba } = pixels;
    const raw = sharp(rgba, { raw: { width, height, channels: 4 } });
    const frame = await raw.resize(this.#size.width, this.#size.height, { fit: "fill" }).ensureAlpha().raw().toBuffer();
    this.#encoder.addFrameRgba(frame);
    this.#startsMs.push(atMs);
  }

  /** The bytes of the file. */
  finish(endMs: number): Uint8Array {
    this.#encoder.finalize();
    const file = Buffer.from(this.#encoder.FS.readFile(this.#encoder.outputFilename));
    this.#encoder.delete();
    const ends = [...this.#startsMs.slice(1), endMs];
    return withDurations(
      file,
      this.#startsMs.map((start, index) => Math.max(1, Math.round((ends[index] ?? endMs) - start))),
    );
  }
}

/** An optional package. Without it, `screenrecord` fails as on a phone without an encoder. */
const ENCODER: string = "h264-mp4-encoder";

async function newEncoder(): Promise<Encoder | null> {
  const host: NodeJS.EventEmitter = process;
  const before = ["uncaughtException", "unhandledRejection"].map((name) => ({ name, known: host.rawListeners(name) }));
  try {
    const loaded: { readonly default: { createH264MP4Encoder(): Promise<Encoder> } } = await import(ENCODER);
    return await loaded.default.createH264MP4Encoder();
  } catch {
    return null;
  } finally {
    // Emscripten adds handlers that end the process for every uncaught error, even one of another part of the program.
    for (const { name, known } of before) if (host.listenerCount(name) > known.length) restore(host, name, known);
  }
}

type Listener = Parameters<NodeJS.EventEmitter["on"]>[1];

function restore(host: NodeJS.EventEmitter, name: string, known: readonly unknown[]): void {
  const isListener = (one: unknown): one is Listener => typeof one === "function";
  for (const listener of host.rawListeners(name))
    if (!known.includes(listener) && isListener(listener)) host.off(name, listener);
}

/** The containers of the tables of the one track, from outside to inside. */
const CONTAINERS = ["moov", "trak", "mdia", "minf", "stbl"];
/** The offset of the 32-bit duration in each kind of box of version 0 (ISO/IEC 14496-12, 8.2 to 8.4). */
const DURATION_AT: Readonly<Record<string, number>> = { mvhd: 16, tkhd: 20, mdhd: 16 };
const UNITS_PER_SECOND = 1_000;

/** The file with a duration in ms for each image: the encoder supports only one for all. The tables are at the end. */
function withDurations(file: Buffer, durations: readonly number[]): Uint8Array {
  const total = durations.reduce((sum, one) => sum + one, 0);
  const rebuilt = (from: number, to: number): Buffer => {
    const boxes: Buffer[] = [];
    for (let at = from; at < to; at += file.readUInt32BE(at)) {
      const size = file.readUInt32BE(at);
      const type = file.toString("latin1", at + 4, at + 8);
      const content = Buffer.from(file.subarray(at + 8, at + size));
      const durationAt = Object.hasOwn(DURATION_AT, type) ? DURATION_AT[type] : undefined;
      if (durationAt !== undefined) content.writeUInt32BE(total, durationAt);
      if (type === "mvhd" || type === "mdhd") content.writeUInt32BE(UNITS_PER_SECOND, 12);
      if (type === "stts") boxes.push(box(type, timeTable(durations)));
      else boxes.push(box(type, CONTAINERS.includes(type) ? rebuilt(at + 8, at + size) : content));
    }
    return Buffer.concat(boxes);
  };
  return rebuilt(0, file.length);
}

function timeTable(durations: readonly number[]): Buffer {
  const table = Buffer.alloc(8 + durations.length * 8);
  table.writeUInt32BE(durations.length, 4);
  for (const [index, duration] of durations.entries()) {
    table.writeUInt32BE(1, 8 + index * 8);
    table.writeUInt32BE(duration, 12 + index * 8);
  }
  return table;
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}

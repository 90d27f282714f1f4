/** A box of an MP4 file: its type, and where its header, its content and its end are in the bytes it was read from. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The boxes in a range, one after the other (ISO/IEC 14496-12, 4.2). Errors: RangeError if a box goes beyond the range.
 */
export function boxesIn(bytes: Buffer, from: number, to: number): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < head || at + size > to) throw new RangeError(`a box of ${size} bytes at ${at} ends after ${to}`);
    boxes.push({ type: bytes.toString("latin1", at + 4, at + 8), start: at, from: at + head, to: at + size });
    at += size;
  }
  return boxes;
}

/** A box with this type and content. */
export function boxOf(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + contents.reduce((sum, { length }) => sum + length, 0), 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...contents]);
}

/** The samples of the video in a file, from its tables (ISO/IEC 14496-12, 8.6 and 8.7). */
export interface VideoTables {
  /** Units per second, for the durations. */
  readonly timescale: number;
  /** The coding and the size of the frames: the content of `stsd`. */
  readonly coding: Buffer;
  readonly durations: readonly number[];
  readonly sizes: readonly number[];
  /** The numbers of the key frames, from 1; null if all are key frames. */
  readonly whole: readonly number[] | null;
  /** The position of each chunk of samples in the file. */
  readonly offsets: readonly number[];
  /** First chunk, samples in each, and coding, for each run of similar chunks. */
  readonly runs: readonly (readonly [number, number, number])[];
  /** The boxes that contain the tables, and the box of the tables. */
  readonly boxes: Readonly<Record<"mvhd" | "trak" | "tkhd" | "mdia" | "mdhd" | "minf" | "stbl", Box>>;
}

/** The most samples that are read: three minutes at 120 a second are 21,600. */
const MOST_SAMPLES = 1_000_000;

/** Reads the tables of `moov`. Errors: RangeError for what is not a video of one track that can be joined. */
export function readTables(moov: Buffer): VideoTables {
  const top = boxesIn(moov, 0, moov.length);
  const trak = top.find((one) => one.type === "trak" && isVideo(moov, one));
  if (!trak) throw new RangeError("there is no video track");
  const inside = (box: Box) => boxesIn(moov, box.from, box.to);
  const mdia = needed(inside(trak), "mdia");
  const minf = needed(inside(mdia), "minf");
  const stbl = needed(inside(minf), "stbl");
  const tables = inside(stbl);
  if (tables.some(({ type }) => type === "ctts")) throw new RangeError("its frames are out of order");
  const mdhd = needed(inside(mdia), "mdhd");
  const stsd = needed(tables, "stsd");
  const stss = tables.find(({ type }) => type === "stss");
  const boxes = { mvhd: needed(top, "mvhd"), trak, tkhd: needed(inside(trak), "tkhd"), mdia, mdhd, minf, stbl };
  return {
    timescale: moov.readUInt32BE(mdhd.from + (moov[mdhd.from] === 1 ? 20 : 12)),
    coding: moov.subarray(stsd.from, stsd.to),
    durations: rowsOf(moov, needed(tables, "stts"), 2).flatMap(([count = 0, each = 0]) => {
      if (count > MOST_SAMPLES) throw new RangeError(`it has more than ${MOST_SAMPLES} pictures`);
      return Array.from({ length: count }, () => each);
    }),
    sizes: sizesOf(moov, needed(tables, "stsz")),
    whole: stss ? rowsOf(moov, stss, 1).map(([number = 0]) => number) : null,
    offsets: offsetsOf(moov, tables),
    runs: rowsOf(moov, needed(tables, "stsc"), 3).map(([first = 0, count = 0, coding = 0]) => [first, count, coding]),
    boxes,
  };
}

function isVideo(moov: Buffer, trak: Box): boolean {
  const mdia = boxesIn(moov, trak.from, trak.to).find(({ type }) => type === "mdia");
  const hdlr = mdia && boxesIn(moov, mdia.from, mdia.to).find(({ type }) => type === "hdlr");
  return hdlr !== undefined && moov.toString("latin1", hdlr.from + 8, hdlr.from + 12) === "vide";
}

function needed(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((one) => one.type === type);
  if (found) return found;
  throw new RangeError(`it has no ${type}`);
}

/** The rows of a table of 32-bit fields, which begins with version, flags and the number of rows. */
function rowsOf(moov: Buffer, { from, to }: Box, fields: number): readonly (readonly number[])[] {
  const count = moov.readUInt32BE(from + 4);
  if (from + 8 + count * fields * 4 > to) throw new RangeError("a table is cut off");
  return Array.from({ length: count }, (_, row) =>
    Array.from({ length: fields }, (__, field) => moov.readUInt32BE(from + 8 + (row * fields + field) * 4)),
  );
}

function sizesOf(moov: Buffer, { from, to }: Box): readonly number[] {
  const same = moov.readUInt32BE(from + 4);
  const count = moov.readUInt32BE(from + 8);
  if (count > MOST_SAMPLES || (same === 0 && from + 12 + count * 4 > to)) throw new RangeError("a table is cut off");
  return Array.from({ length: count }, (_, at) => (same === 0 ? moov.readUInt32BE(from + 12 + at * 4) : same));
}

function offsetsOf(moov: Buffer, tables: readonly Box[]): readonly number[] {
  const short = tables.find(({ type }) => type === "stco");
  if (short) return rowsOf(moov, short, 1).map(([offset = 0]) => offset);
  return rowsOf(moov, needed(tables, "co64"), 2).map(([high = 0, low = 0]) => high * 2 ** 32 + low);
}

import { type FileHandle, open } from "node:fs/promises";
import { type Box, boxesIn, boxOf, readTables, type VideoTables } from "./mp4-tables.js";

/** A video in a file, with the facts that joining needs. */
export interface VideoPart {
  readonly path: string;
  readonly tables: VideoTables;
  /** The content of `moov`, without its header. */
  readonly moov: Buffer;
  /** The range of its frames in the file. */
  readonly data: { readonly from: number; readonly to: number };
}

/** The `moov` of three minutes takes some hundred kilobytes. */
const MOST_MOOV_BYTES = 64 * 1024 * 1024;

/** Reads the structure of a video file. Errors: RangeError if it is not a complete MP4 with one video. */
export async function readVideo(path: string): Promise<VideoPart> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const boxes = await topBoxes(file, size);
  const moovBox = boxes.find(({ type }) => type === "moov");
  const data = boxes.find(({ type }) => type === "mdat");
  if (!moovBox || !data) throw new RangeError("it was not finished: it has no table of its frames");
  if (moovBox.to - moovBox.from > MOST_MOOV_BYTES) throw new RangeError("the table of its frames is too large");
  const moov = await readAt(file, moovBox.from, moovBox.to - moovBox.from);
  return { path, moov, tables: readTables(moov), data };
}

/** The length of the video in ms. */
export function videoMs({ tables: { durations, timescale } }: VideoPart): number {
  return Math.round((durations.reduce((sum, one) => sum + one, 0) * 1_000) / timescale);
}

/** Whether one video can follow the other in one track: same size and same coding. */
export function canFollow(one: VideoPart, other: VideoPart): boolean {
  return one.tables.coding.equals(other.tables.coding);
}

async function topBoxes(file: FileHandle, size: number): Promise<readonly Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= size; ) {
    const head = await readAt(file, at, Math.min(16, size - at));
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
    if (length < 8 || at + length > size) throw new RangeError("it ends in the middle");
    const type = head.toString("latin1", 4, 8);
    boxes.push({ type, start: at, from: at + (short === 1 ? 16 : 8), to: at + length });
    at += length;
  }
  return boxes;
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw new RangeError("it ends in the middle");
  return bytes;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Joins videos that {@link canFollow} each other, and gives the result piece by piece: frames are copied, only the
 * tables are made again. The files must not change meanwhile. Errors: as readVideo.
 */
export async function* joinVideos(parts: readonly [VideoPart, ...VideoPart[]]): AsyncGenerator<Buffer, void, void> {
  const brand = Buffer.from("isom\0\0\x02\0isomiso2avc1mp41", "latin1");
  const head = boxOf("ftyp", brand);
  const dataBytes = parts.reduce((sum, { data }) => sum + data.to - data.from, 0);
  const dataHead = Buffer.alloc(16);
  dataHead.writeUInt32BE(1, 0);
  dataHead.write("mdat", 4, "latin1");
  dataHead.writeBigUInt64BE(BigInt(16 + dataBytes), 8);
  yield Buffer.concat([head, dataHead]);
  let at = head.length + dataHead.length;
  const shifts: number[] = [];
  for (const { path, data } of parts) {
    shifts.push(at - data.from);
    await using file = await open(path, "r");
    for (let from = data.from; from < data.to; from += CHUNK_BYTES)
      yield await readAt(file, from, Math.min(CHUNK_BYTES, data.to - from));
    at += data.to - data.from;
  }
  yield joinedMoov(parts, shifts);
}

function joinedMoov(parts: readonly [VideoPart, ...VideoPart[]], shifts: readonly number[]): Buffer {
  const [first] = parts;
  const { timescale } = first.tables;
  const durations = parts.flatMap(({ tables }) =>
    tables.durations.map((one) => Math.round((one * timescale) / tables.timescale)),
  );
  const total = durations.reduce((sum, one) => sum + one, 0);
  const { moov, tables } = first;
  const { mvhd, trak, tkhd, mdia, mdhd, minf, stbl } = tables.boxes;
  const movieScale = moov.readUInt32BE(mvhd.from + (moov[mvhd.from] === 1 ? 20 : 12));
  const inMovie = Math.round((total * movieScale) / timescale);
  const made = new Map<Box, Buffer>([
    [mvhd, withDuration(moov, mvhd, { at: [16, 24], value: inMovie })],
    [tkhd, withDuration(moov, tkhd, { at: [20, 28], value: inMovie })],
    [mdhd, withDuration(moov, mdhd, { at: [16, 24], value: total })],
    [stbl, boxOf("stbl", boxOf("stsd", tables.coding), ...sampleTables(parts, durations, shifts))],
  ]);
  const rebuilt = (box: Box): Buffer => {
    const known = [...made].find(([{ start }]) => start === box.start)?.[1];
    if (known) return known;
    const isWay = [trak, mdia, minf].some(({ start }) => start === box.start);
    if (!isWay) return moov.subarray(box.start, box.to);
    return boxOf(
      box.type,
      ...boxesIn(moov, box.from, box.to)
        .filter(({ type }) => type !== "edts")
        .map(rebuilt),
    );
  };
  const kept = boxesIn(moov, 0, moov.length).filter((box) => box.type !== "trak" || box.start === trak.start);
  return boxOf("moov", ...kept.map(rebuilt));
}

/** `at`: the position of the duration after the header, first for version 0 (32 bits), then for version 1 (64 bits). */
function withDuration(
  moov: Buffer,
  box: Box,
  { at, value }: { readonly at: readonly [number, number]; readonly value: number },
): Buffer {
  const copy = Buffer.from(moov.subarray(box.start, box.to));
  const head = box.from - box.start;
  if (copy[head] === 1) copy.writeBigUInt64BE(BigInt(value), head + at[1]);
  else copy.writeUInt32BE(value, head + at[0]);
  return copy;
}

function sampleTables(
  parts: readonly VideoPart[],
  durations: readonly number[],
  shifts: readonly number[],
): readonly Buffer[] {
  const whole: number[] = [];
  const runs: number[][] = [];
  const offsets: number[] = [];
  let samples = 0;
  for (const [index, { tables }] of parts.entries()) {
    for (const number of tables.whole ?? tables.sizes.map((_, place) => place + 1)) whole.push(samples + number);
    for (const [first, count, coding] of tables.runs) runs.push([offsets.length + first, count, coding]);
    for (const offset of tables.offsets) offsets.push(offset + (shifts[index] ?? 0));
    samples += tables.sizes.length;
  }
  const sizes = parts.flatMap(({ tables }) => tables.sizes);
  return [
    boxOf("stts", table(runLengths(durations))),
    boxOf("stss", table(whole.map((one) => [one]))),
    boxOf("stsz", words([0, 0, sizes.length, ...sizes])),
    boxOf("stsc", table(runs)),
    boxOf("co64", table(offsets.map((one) => [Math.floor(one / 2 ** 32), one % 2 ** 32]))),
  ];
}

function runLengths(values: readonly number[]): readonly (readonly number[])[] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[1] === value) last[0] += 1;
    else runs.push([1, value]);
  }
  return runs;
}

function table(rows: readonly (readonly number[])[]): Buffer {
  return words([0, rows.length, ...rows.flat()]);
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

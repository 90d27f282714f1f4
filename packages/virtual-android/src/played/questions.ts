import { gunzipSync, gzipSync } from "node:zlib";
import type { PhoneRecording, RecordedExchange } from "../../../../src/device-recording/read-recording.js";

/** The text between two questions of one stream (src/devices/shell-parts.ts). */
const BETWEEN = /; echo "(FOVEA-END-[0-9a-f-]{36}) \$\?"; echo FOVEA-END-[0-9a-f-]{36} >&2; /;
/** The text between two answers; on standard error without the first answer's exit status. */
const MARK = /(FOVEA-END-[0-9a-f-]{36})(?: (\d+))?\n/g;
const SHELL = "shell,v2,raw:";

/** The output of a shell for one question. */
export interface ShellOutput {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly status: number;
}

/**
 * The questions of a request with several questions in one stream, each as a request of its own; none for all other
 * requests.
 */
export function questionsOf(service: string): readonly string[] {
  const mark = markOf(service);
  if (mark === null || !service.startsWith(SHELL)) return [];
  const script = service.slice(SHELL.length);
  const pieces = script.split(BETWEEN).filter((piece) => piece !== mark);
  return pieces.map((piece) => `${SHELL}${piece}`);
}

function markOf(service: string): string | null {
  return BETWEEN.exec(service)?.[1] ?? null;
}

/** The output for one of the questions in a recorded exchange; null if it was cut off. */
export function outputFor(recording: PhoneRecording, exchange: RecordedExchange, question: number): ShellOutput | null {
  const mark = markOf(exchange.service) ?? "";
  const count = questionsOf(exchange.service).length;
  const stdout = piecesOf(recording.bytesOf(exchange, "stdout"), mark);
  const stderr = piecesOf(recording.bytesOf(exchange, "stderr"), mark);
  const [own, complaint] = [stdout[question], stderr[question]];
  if (!own || !complaint) return null;
  const exit = exchange.chunks.find(([stream]) => stream === "exit")?.[2];
  const status = question === count - 1 ? exit : own.status;
  return status === undefined ? null : { stdout: own.bytes, stderr: complaint.bytes, status };
}

interface Piece {
  readonly bytes: Buffer;
  /** The exit status in the mark after it; absent for the last answer. */
  readonly status?: number;
}

function piecesOf(bytes: Buffer, mark: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const text = bytes.toString("latin1");
  let at = 0;
  for (const found of text.matchAll(MARK)) {
    if (found[1] !== mark) continue;
    pieces.push({ bytes: bytes.subarray(at, found.index), status: Number(found[2]) });
    at = found.index + found[0].length;
  }
  return [...pieces, { bytes: bytes.subarray(at) }];
}

/** The answers to the questions of a request, as one stream. */
export function together(service: string, answers: readonly ShellOutput[]): ShellOutput {
  const mark = markOf(service) ?? "";
  const last = answers.length - 1;
  const out = answers.flatMap(({ stdout, status }, place) =>
    place === last ? [stdout] : [stdout, Buffer.from(`${mark} ${status}\n`)],
  );
  const err = answers.flatMap(({ stderr }, place) => (place === last ? [stderr] : [stderr, Buffer.from(`${mark}\n`)]));
  return { stdout: Buffer.concat(out), stderr: Buffer.concat(err), status: answers[last]?.status ?? 0 };
}

/** How to convert a screenshot that was recorded packed, or not packed. */
export type Packing = "pack" | "unpack" | null;

/** Packs or unpacks the screenshot, which starts at `start`; the bytes before it stay the same. */
export function repacked(stdout: Buffer, packing: Packing, start: number): Buffer {
  if (packing === null) return stdout;
  const picture = stdout.subarray(start);
  const shown = packing === "pack" ? gzipSync(picture, { level: 1 }) : gunzipSync(picture);
  return Buffer.concat([stdout.subarray(0, start), shown]);
}

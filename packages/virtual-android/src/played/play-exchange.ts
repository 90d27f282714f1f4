import { REDACTED } from "../../../../src/base/redaction.js";
import { fitChunks } from "../../../../src/device-recording/fit-chunks.js";
import { type Chunk, isShellV2, type StreamName } from "../../../../src/device-recording/format.js";
import type { PhoneRecording } from "../../../../src/device-recording/read-recording.js";
import { pictureStart, withVariables } from "../../../../src/device-recording/request.js";
import { ShellTaker, shellPacketOf } from "../../../../src/device-recording/shell-streams.js";
import type { ServiceSession } from "../adbd/service.js";
import type { PhoneClock } from "../clock.js";
import type { PlayedAnswer } from "./playback.js";
import { repacked } from "./questions.js";

/** `recorded`: everything takes as long as in the recording; `fast`: nothing takes time. */
export type Pace = "recorded" | "fast";

export interface PlayParts {
  readonly recording: PhoneRecording;
  readonly clock: PhoneClock;
  readonly pace: Pace;
}

type Played = Exclude<PlayedAnswer, { readonly refusal: string }> & {
  /** The bytes to send in place of the recorded ones; null if none. */
  readonly own: Buffer | null;
};

/** Waits, if the playback keeps the recorded pace. */
export async function paced({ clock, pace }: PlayParts, ms: number, signal: AbortSignal): Promise<void> {
  if (pace === "recorded" && ms > 0) await clock.sleep(ms, signal);
}

/** Sends and expects the recorded bytes, then ends as the exchange ended. */
export async function playExchange(answer: Played, parts: PlayParts, session: ServiceSession): Promise<void> {
  const { exchange } = answer;
  const isShell = isShellV2(exchange.service);
  const bytes = new StreamBytes(answer, parts.recording);
  const host = new HostInput(session, isShell);
  let [recordedAt, realAt] = [exchange.accepted_ms ?? 0, parts.clock.nowMs()];
  for (const [stream, ms, size] of bytes.chunks) {
    if (isFromHost(stream)) {
      const isSame = stream === "close_stdin" || (await host.takes(bytes.next(stream, size), exchange.service));
      if (!isSame) return await refuse(session, isShell, "NOT_RECORDED: other input was sent in the recording");
      [recordedAt, realAt] = [ms, parts.clock.nowMs()];
      continue;
    }
    await paced(parts, ms - recordedAt - (parts.clock.nowMs() - realAt), session.closed);
    await session.write(written(isShell, [stream, ms, size], bytes));
  }
  const hasExit = bytes.chunks.some(([stream]) => stream === "exit");
  if (exchange.end === "host" && !hasExit) await untilClosed(session);
}

/** Refuses a request after it was accepted: a shell prints the message and exits, as programs do. */
export async function refuse(session: ServiceSession, isShell: boolean, message: string): Promise<void> {
  if (!isShell) return;
  await session.write(shellPacketOf("stderr", Buffer.from(`${message}\n`)));
  await session.write(shellPacketOf("exit", Buffer.from([REFUSED_STATUS])));
}

/** An exit status that no program of a phone has. */
const REFUSED_STATUS = 254;

function isFromHost(stream: StreamName): boolean {
  return stream === "out" || stream === "stdin" || stream === "close_stdin";
}

function written(isShell: boolean, [stream, , size]: Chunk, bytes: StreamBytes): Buffer {
  if (stream === "exit") return shellPacketOf(stream, Buffer.from([size]));
  return isShell ? shellPacketOf(stream, bytes.next(stream, size)) : bytes.next(stream, size);
}

async function untilClosed(session: ServiceSession): Promise<void> {
  while ((await session.read()) !== null) {
    // further input is not in the recording
  }
}

/** The recorded streams, chunk by chunk. */
class StreamBytes {
  readonly chunks: readonly Chunk[];
  readonly #answer: Played;
  readonly #recording: PhoneRecording;
  readonly #streams = new Map<StreamName, Buffer>();

  constructor(answer: Played, recording: PhoneRecording) {
    this.#answer = answer;
    this.#recording = recording;
    const { exchange, packing, own, recorded, asked, said: parts } = answer;
    if (parts) {
      this.#streams.set("stdout", parts.stdout).set("stderr", parts.stderr);
      this.chunks = [
        ["stdout", exchange.end_ms, parts.stdout.length],
        ["stderr", exchange.end_ms, parts.stderr.length],
        ["exit", exchange.end_ms, parts.status],
      ];
      return;
    }
    if (packing === null && own === null) {
      this.chunks = exchange.chunks;
      return;
    }
    const said = () => withVariables(recording.bytesOf(exchange, "stdout"), recorded, asked);
    const stdout =
      own ?? repacked(said(), packing, pictureStart(exchange.service, recording.bytesOf(exchange, "stdout")));
    this.#streams.set("stdout", stdout);
    this.chunks = fitChunks(exchange.chunks, new Map([["stdout", stdout.length]]));
  }

  next(stream: StreamName, size: number): Buffer {
    const { exchange, recorded, asked } = this.#answer;
    const left = this.#streams.get(stream) ?? withVariables(this.#recording.bytesOf(exchange, stream), recorded, asked);
    this.#streams.set(stream, left.subarray(size));
    return left.subarray(0, size);
  }
}

/** The host's input, in chunks of any size. */
class HostInput {
  readonly #session: ServiceSession;
  readonly #taker: ShellTaker | null;
  #pending: Buffer = Buffer.alloc(0);

  constructor(session: ServiceSession, isShell: boolean) {
    this.#session = session;
    this.#taker = isShell ? new ShellTaker() : null;
  }

  /** Reads as many bytes as were recorded; false if they are different. In a push the file's time may be different. */
  async takes(recorded: Buffer, service: string): Promise<boolean> {
    while (this.#pending.length < recorded.length) {
      const chunk = await this.#session.read();
      if (chunk === null) return false;
      const bytes = Buffer.from(chunk);
      const parts = this.#taker ? this.#taker.take(bytes).map((part) => part.bytes) : [bytes];
      this.#pending = Buffer.concat([this.#pending, ...parts]);
    }
    const taken = this.#pending.subarray(0, recorded.length);
    this.#pending = this.#pending.subarray(recorded.length);
    return service === "sync:" || recorded.includes(REDACTED) || taken.equals(recorded);
  }
}

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { causeWords } from "../base/cause-words.js";
import { FoveaError } from "../base/errors.js";
import { issueWords } from "../base/zod-words.js";
import {
  BLOB_FOLDER,
  blobName,
  type EventLine,
  EXCHANGES_FILE,
  type ExchangeLine,
  lineSchema,
  MANIFEST_FILE,
  type Payload,
  type PhoneLine,
  type PhoneManifest,
  recordingManifestSchema,
  type StreamName,
} from "./format.js";

/** A recorded exchange, with its position in the whole recording. */
export interface RecordedExchange extends Omit<ExchangeLine, "state" | "until"> {
  /** How many actions all sessions had requested so far, including this exchange. */
  readonly state: number;
  /** The line in `exchanges.jsonl`, from 1. */
  readonly line: number;
  /** When it was requested, in ms by a clock that runs through all sessions, one after another. */
  readonly askedAtMs: number;
  /** For a connection to the companion: how many exchanges the recording had requested when it ended. */
  readonly until?: number;
}

/** An event of the companion, with its position in the whole recording. */
export interface RecordedEvent extends EventLine {
  /** The line in `exchanges.jsonl`, from 1: exchanges that ended before it have earlier lines. */
  readonly line: number;
  /** How many exchanges the recording had requested before it. */
  readonly after: number;
  /** When it was received, by the clock of {@link RecordedExchange.askedAtMs}. */
  readonly heardAtMs: number;
}

/** A recording of one phone. */
export interface PhoneRecording {
  readonly manifest: PhoneManifest;
  /** The features that device and adb server shared; empty if they were not noted. */
  readonly features: readonly string[];
  /** The exchanges in the order of their requests. */
  readonly exchanges: readonly RecordedExchange[];
  /** The companion's events, in order. */
  readonly events: readonly RecordedEvent[];
  readonly notes: readonly string[];
  /** The size of an incomplete last line, which is left out. */
  readonly incompleteBytes: number;
  /** All bytes of a stream of an exchange; empty if it has none. Errors: RECORDING_UNREADABLE. */
  bytesOf(exchange: RecordedExchange, stream: StreamName): Buffer;
}

/** Reads a recording. Errors: RECORDING_UNREADABLE with the line and the reason. */
export function readPhoneRecording(folder: string): PhoneRecording {
  const manifest = readManifest(folder);
  const { lines, incompleteBytes } = parseLines(folder, readBytes(folder, EXCHANGES_FILE));
  const of = <Type extends PhoneLine["type"]>(type: Type) =>
    lines.flatMap(({ value }) => (value.type === type ? [value as Extract<PhoneLine, { type: Type }>] : []));
  return {
    manifest,
    features: of("features").at(-1)?.features ?? [],
    ...inOrder(lines),
    notes: of("note").map(({ note }) => note),
    incompleteBytes,
    bytesOf: (exchange, stream) => {
      const payload = exchange.payloads[stream];
      return payload === undefined ? Buffer.alloc(0) : bytesIn(folder, payload, exchange.line);
    },
  };
}

/** The complete lines of `exchanges.jsonl`. Errors: RECORDING_UNREADABLE with the line and the reason. */
export function parseLines(
  folder: string,
  bytes: Buffer,
): { readonly lines: readonly NumberedLine[]; readonly incompleteBytes: number } {
  const lines: NumberedLine[] = [];
  let at = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, at)) {
    const number = lines.length + 1;
    const parsed = lineSchema.safeParse(jsonIn(folder, number, bytes.toString("utf8", at, end)), { error: issueWords });
    if (!parsed.success) throw unreadable(folder, number, firstIssue(parsed.error));
    lines.push({ value: parsed.data, line: number });
    at = end + 1;
  }
  return { lines, incompleteBytes: bytes.length - at };
}

interface NumberedLine {
  readonly value: PhoneLine;
  /** The number of the line, from 1. */
  readonly line: number;
}

/** Orders the lines: sessions one after another, even if their lines were written in another order. */
function inOrder(lines: readonly NumberedLine[]): Pick<PhoneRecording, "exchanges" | "events"> {
  const all: RecordedExchange[] = [];
  const events: RecordedEvent[] = [];
  let [acts, startMs] = [0, 0];
  for (const own of bySession(lines).values()) {
    const exchanges = own.flatMap(({ value, line }) => (value.type === "exchange" ? [{ ...value, line }] : []));
    const before = { count: all.length, acts, startMs };
    const ordered = exchanges.toSorted((a, b) => a.n - b.n);
    const countOf = (n: number) => before.count + placeOf(ordered, n);
    for (const { until, ...one } of ordered) {
      const place = { state: before.acts + one.state, askedAtMs: before.startMs + one.at_ms };
      all.push({ ...one, ...place, ...(until === undefined ? {} : { until: countOf(until) }) });
      acts = Math.max(acts, place.state);
      startMs = Math.max(startMs, place.askedAtMs + one.end_ms + 1);
    }
    for (const { value, line } of own) {
      if (value.type !== "event") continue;
      const place = { line, after: countOf(value.n), heardAtMs: before.startMs + value.at_ms };
      events.push({ ...value, state: before.acts + value.state, ...place });
      startMs = Math.max(startMs, place.heardAtMs + 1);
    }
  }
  return { exchanges: all, events };
}

/** How many of the exchanges, which are in order, were requested before the one with this number. */
function placeOf(ordered: readonly { readonly n: number }[], n: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ordered[middle]?.n ?? 0) < n) low = middle + 1;
    else high = middle;
  }
  return low;
}

function bySession(lines: readonly NumberedLine[]): ReadonlyMap<string, readonly NumberedLine[]> {
  const sessions = new Map<string, NumberedLine[]>();
  for (const line of lines) {
    const known = sessions.get(line.value.session);
    if (known) known.push(line);
    else sessions.set(line.value.session, [line]);
  }
  return sessions;
}

function readManifest(folder: string): PhoneManifest {
  const parsed = recordingManifestSchema.safeParse(
    jsonIn(folder, null, readBytes(folder, MANIFEST_FILE).toString("utf8")),
    {
      error: issueWords,
    },
  );
  if (parsed.success) return parsed.data;
  throw unreadable(folder, null, firstIssue(parsed.error));
}

function readBytes(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, name));
  } catch (cause) {
    const why = causeWords(cause);
    throw new FoveaError("RECORDING_UNREADABLE", `${folder} is not a recording of a phone: ${name}: ${why}`, { cause });
  }
}

function jsonIn(folder: string, line: number | null, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable(folder, line, "it is not JSON");
  }
}

function bytesIn(folder: string, payload: Payload, line: number): Buffer {
  if ("text" in payload) return Buffer.from(payload.text);
  if ("base64" in payload) return Buffer.from(payload.base64, "base64");
  const name = join(BLOB_FOLDER, blobName(payload.sha256));
  const bytes = unpacked(readBytes(folder, name), payload.bytes);
  if (bytes !== null && createHash("sha256").update(bytes).digest("hex") === payload.sha256) return bytes;
  throw unreadable(folder, line, `${name} was changed: its content differs`);
}

function unpacked(bytes: Buffer, size: number): Buffer | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(1, size) });
  } catch {
    return null;
  }
}

function firstIssue(error: {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}) {
  const [issue] = error.issues;
  const where = issue?.path.join(".") ?? "";
  return `${where === "" ? "" : `${where}: `}${issue?.message ?? "it has another shape"}`;
}

function unreadable(folder: string, line: number | null, reason: string): FoveaError {
  const where = line === null ? MANIFEST_FILE : `line ${line} of ${EXCHANGES_FILE}`;
  return new FoveaError("RECORDING_UNREADABLE", `${folder}: ${where}: ${reason}`);
}

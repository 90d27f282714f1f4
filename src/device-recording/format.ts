import * as z from "zod";

export const MANIFEST_FILE = "manifest.json";
export const EXCHANGES_FILE = "exchanges.jsonl";
export const BLOB_FOLDER = "blobs";
export const FORMAT_VERSION = 1;

/** `manifest.json`: the facts about the whole recording. */
export const recordingManifestSchema = z.looseObject({
  format: z.literal("fovea-phone"),
  version: z.literal(FORMAT_VERSION),
  /** The version of Fovea that began the recording. */
  fovea: z.string(),
  /** When the recording began, in ISO 8601. */
  started_at: z.iso.datetime(),
  /** The serial of the recorded device, redacted. */
  serial: z.string(),
});
export type PhoneManifest = z.infer<typeof recordingManifestSchema>;

/** The file name of a blob: compressed by gzip, named by the hash of its content. */
export function blobName(sha256: string): string {
  return `${sha256}.gz`;
}

/** Bytes: short UTF-8 as text, other short bytes in base64, and longer ones in `blobs/` under their hash. */
export const payloadSchema = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64: z.base64() }),
  z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() }),
]);
export type Payload = z.infer<typeof payloadSchema>;

/**
 * Streams of an exchange: the program's streams for shell v2, whose packets are parsed, and the plain bytes of other
 * services. For the companion, `in` is the body of the reply, and `attachment` the bytes after it.
 */
export const STREAMS = ["in", "out", "stdin", "close_stdin", "stdout", "stderr", "exit", "attachment"] as const;
export type StreamName = (typeof STREAMS)[number];

/** The stream, the time (ms since the service was requested) and the number of bytes; for `exit` the status. */
export const chunkSchema = z.tuple([z.enum(STREAMS), z.number().nonnegative(), z.int().nonnegative()]);
export type Chunk = z.infer<typeof chunkSchema>;

/** The first line of one run of Fovea. */
export const sessionSchema = z.looseObject({
  type: z.literal("session"),
  session: z.string(),
  started_at: z.iso.datetime(),
  fovea: z.string(),
});

/** The features that adb server and device both had. */
export const featuresSchema = z.looseObject({
  type: z.literal("features"),
  session: z.string(),
  features: z.array(z.string()),
});

/** A note for the reader, for example why the recording stopped. */
export const noteSchema = z.looseObject({ type: z.literal("note"), session: z.string(), note: z.string() });

/** An event of the companion, written at once. */
export const eventLineSchema = z.object({
  type: z.literal("event"),
  session: z.string(),
  half: z.enum(["service", "shell"]),
  /** Identifies one run of the companion's process. */
  epoch: z.string(),
  /** How many exchanges the session had requested before it. */
  n: z.int().nonnegative(),
  state: z.int().nonnegative(),
  /** The time since the session began. */
  at_ms: z.number().nonnegative(),
  /** The event as in the protocol, redacted. */
  event: z.looseObject({ seq: z.int().min(1), type: z.string() }),
});
export type EventLine = z.infer<typeof eventLineSchema>;

/** One use of one adb service, or one request to the companion, written when it was over. */
export const exchangeSchema = z.object({
  type: z.literal("exchange"),
  session: z.string(),
  /** The number of the request in the session; lines are in the order in which exchanges ended. */
  n: z.int().nonnegative(),
  /** How many actions the session had requested so far, including this exchange. */
  state: z.int().nonnegative(),
  /** Whether it may have changed what the phone shows. */
  acts: z.boolean(),
  /** The service as adb was asked for it; `half:HOST METHOD PARAMETERS` for a request to the companion. */
  service: z.string(),
  /** For a request to the companion: identifies one run of its process. */
  epoch: z.string().optional(),
  /** For a connection to the companion: how many exchanges the session had requested when it ended. */
  until: z.int().nonnegative().optional(),
  /** The time since the session began. */
  at_ms: z.number().nonnegative(),
  /** The time until the device accepted it; null if it did not. */
  accepted_ms: z.number().nonnegative().nullable(),
  end_ms: z.number().nonnegative(),
  /**
   * Who ended it: the device or the host. Or `refused`: by the device; `lost`: with the connection; `left_out`: it was
   * not recorded.
   */
  end: z.enum(["device", "host", "refused", "lost", "left_out"]),
  /** The chunks in their order. */
  chunks: z.array(chunkSchema),
  /** All bytes of each stream. */
  payloads: z.partialRecord(z.enum(STREAMS), payloadSchema),
});
export type ExchangeLine = z.infer<typeof exchangeSchema>;

export const lineSchema = z.discriminatedUnion("type", [
  sessionSchema,
  featuresSchema,
  noteSchema,
  exchangeSchema,
  eventLineSchema,
]);
export type PhoneLine = z.infer<typeof lineSchema>;

/** Whether a service uses the shell protocol, version 2. */
export function isShellV2(service: string): boolean {
  return /^shell,(?:[^:]*,)?v2[,:]/.test(service);
}

import * as z from "zod";

export const MANIFEST_FILE = "manifest.json";
export const EXCHANGES_FILE = "exchanges.jsonl";
export const BLOB_FOLDER = "blobs";
export const FORMAT_VERSION = 1;

/** `manifest.json`: what all lines have in common. */
export const recordingManifestSchema = z.looseObject({
  format: z.literal("fovea-phone"),
  version: z.literal(FORMAT_VERSION),
  /** The version of Fovea that began it. */
  fovea: z.string(),
  /** ISO 8601 */
  started_at: z.iso.datetime(),
  /** The device that was recorded, redacted. */
  serial: z.string(),
});
export type PhoneManifest = z.infer<typeof recordingManifestSchema>;

/** The file of a blob: packed by gzip, named by the hash of what is in it. */
export function blobName(sha256: string): string {
  return `${sha256}.gz`;
}

/** Bytes: as text where they are short UTF-8, in base64 where they are short, else in `blobs/` under their hash. */
export const payloadSchema = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ base64: z.base64() }),
  z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().nonnegative() }),
]);
export type Payload = z.infer<typeof payloadSchema>;

/**
 * What flows: the program's streams for shell v2, whose packets are taken apart, and the bare bytes of other services.
 * For the companion, `in` is the body of the reply, and `attachment` the bytes that followed it.
 */
export const STREAMS = ["in", "out", "stdin", "close_stdin", "stdout", "stderr", "exit", "attachment"] as const;
export type StreamName = (typeof STREAMS)[number];

/** The stream, the time (ms since the service was requested) and the number of bytes; for `exit` the status. */
export const chunkSchema = z.tuple([z.enum(STREAMS), z.number().nonnegative(), z.int().nonnegative()]);
export type Chunk = z.infer<typeof chunkSchema>;

/** Begins what one run of Fovea recorded. */
export const sessionSchema = z.looseObject({
  type: z.literal("session"),
  session: z.string(),
  started_at: z.iso.datetime(),
  fovea: z.string(),
});

/** What adb server and device had in common. */
export const featuresSchema = z.looseObject({
  type: z.literal("features"),
  session: z.string(),
  features: z.array(z.string()),
});

/** Something a reader should know, for example why the recording stopped. */
export const noteSchema = z.looseObject({ type: z.literal("note"), session: z.string(), note: z.string() });

/** Something that the companion announced, written at once. */
export const eventLineSchema = z.object({
  type: z.literal("event"),
  session: z.string(),
  half: z.enum(["service", "shell"]),
  /** Names one life of the companion's process. */
  epoch: z.string(),
  /** How many exchanges had been asked for in the session before. */
  n: z.int().nonnegative(),
  state: z.int().nonnegative(),
  /** Since the session began. */
  at_ms: z.number().nonnegative(),
  /** As the protocol has it, redacted. */
  event: z.looseObject({ seq: z.int().min(1), type: z.string() }),
});
export type EventLine = z.infer<typeof eventLineSchema>;

/** One use of one adb service, or one request to the companion, written when it was over. */
export const exchangeSchema = z.object({
  type: z.literal("exchange"),
  session: z.string(),
  /** Counts what was asked for in the session; lines are in the order in which exchanges ended. */
  n: z.int().nonnegative(),
  /** How many acts had been asked for in the session before, this one included. */
  state: z.int().nonnegative(),
  /** Whether it may have changed what the phone shows. */
  acts: z.boolean(),
  /** As adb was asked for it; `half:HOST METHOD PARAMETERS` for a request to the companion. */
  service: z.string(),
  /** For a request to the companion: names one life of its process. */
  epoch: z.string().optional(),
  /** For a connection to the companion: how many exchanges the session had requested when it ended. */
  until: z.int().nonnegative().optional(),
  /** Since the session began. */
  at_ms: z.number().nonnegative(),
  /** Until the device accepted it; null if it did not. */
  accepted_ms: z.number().nonnegative().nullable(),
  end_ms: z.number().nonnegative(),
  /**
   * Who ended it: the device, the host; `refused` by the device; `lost` with the connection; `left_out`: not recorded.
   */
  end: z.enum(["device", "host", "refused", "lost", "left_out"]),
  /** In order. */
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

/** Whether a service speaks the shell protocol, version 2. */
export function isShellV2(service: string): boolean {
  return /^shell,(?:[^:]*,)?v2[,:]/.test(service);
}

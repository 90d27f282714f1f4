import * as z from "zod";
import { PROTOCOL_VERSIONS } from "./limits.js";
import { CAPABILITIES, EVENT_TYPES, NODE_FIELDS, NODE_FLAGS, WIRE_ERRORS } from "./words.js";

/** The messages that the server may send. As in the protocol's schema, an unknown field is an error. */

const count = z.int().min(0);
const i32 = z.int().min(-0x8000_0000).max(0x7fff_ffff);

export const wireErrorSchema = z
  .strictObject({
    code: z.enum(WIRE_ERRORS),
    message: z.string(),
    /** Whether the device may have performed a part of the request. */
    mayHaveHappened: z.boolean(),
    /** With WRONG_VERSION: the versions that the server supports. */
    versions: z.array(z.int().min(1).max(0xffff)).readonly().optional(),
  })
  .readonly();
export type WireFailure = z.infer<typeof wireErrorSchema>;

export const helloSchema = z
  .strictObject({
    version: z.literal(PROTOCOL_VERSIONS),
    host: z.enum(["service", "shell"]),
    build: z.string(),
    package: z.string(),
    user: count,
    apiLevel: z.int().min(24),
    /** Identifies one run of the process: event numbers and trees of other runs have no meaning. */
    epoch: z.string().regex(/^[0-9a-f]{16}$/),
    state: z.enum(["running", "suppressed"]),
    /** Number of the last event. */
    seq: count,
    capabilities: z.array(z.enum(CAPABILITIES)).readonly(),
    /** Flags that this Android version can report; an unset bit of any other flag has no meaning. */
    knownFlags: z.array(z.enum(NODE_FLAGS)).readonly(),
    knownFields: z.array(z.enum(NODE_FIELDS)).readonly(),
    limits: z
      .strictObject({
        requestBytes: z.int().min(1),
        replyBytes: z.int().min(1),
        requestsInFlight: z.int().min(1),
        clients: z.int().min(1),
        eventsKept: z.int().min(1),
        strokes: z.int().min(1),
        screenshotIntervalMs: count,
      })
      .readonly(),
  })
  .readonly();
/** The companion's identity and abilities. */
export type OnDeviceHello = z.infer<typeof helloSchema>;

export const eventSchema = z
  .strictObject({
    seq: z.int().min(1),
    /** How many events this subscription has missed since its start. */
    dropped: count,
    /** When the event reached the companion, in milliseconds since boot. */
    uptimeMs: count,
    type: z.enum(EVENT_TYPES),
    window: i32.nullable(),
    package: z.string().nullable(),
    class: z.string().nullable(),
    /** contentChangeTypes; windowChanges for type `windows`. */
    changes: i32,
    /** The text of `notification` and `announcement`, the state of `service`; null for all others. */
    text: z.string().nullable(),
  })
  .readonly();
/** An event of the device. */
export type OnDeviceEvent = z.infer<typeof eventSchema>;

const id = z.int().min(1);

/** The first message of the server: a hello, or the reason why there is none. */
export const greetingSchema = z.union([
  z.strictObject({ hello: helloSchema }),
  z.strictObject({ error: wireErrorSchema }),
]);

/** Every later message. A result is read by its method's own schema. */
export const messageSchema = z.union([
  z.strictObject({
    id,
    result: z.record(z.string(), z.unknown()),
    attachment: z
      .int()
      .min(1)
      .max(32 * 1024 * 1024)
      .optional(),
  }),
  z.strictObject({ id, error: wireErrorSchema }),
  z.strictObject({ event: eventSchema }),
  z.strictObject({ error: wireErrorSchema }),
]);
export type ServerMessage = z.infer<typeof messageSchema>;

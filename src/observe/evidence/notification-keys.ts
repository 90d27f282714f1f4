/** The wire types of protobuf that Android writes (ProtoOutputStream): it never writes groups. */
const NUMBER = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** NotificationServiceDumpProto and NotificationRecordProto of frameworks/base/core/proto, the same since Android 8. */
const RECORDS = 1;
const KEY = 1;
const STATE = 2;
const POSTED = 1;

/** What `dumpsys notification --proto` reports of one notification. The texts of an app cannot change it. */
export interface NotificationKey {
  /** `USER|PACKAGE|ID|TAG|UID` (StatusBarNotification.key). */
  readonly key: string;
  /** False for a notification that is not posted yet, or is snoozed. */
  readonly isPosted: boolean;
}

/**
 * The records of `dumpsys notification --proto`, in the order of the dump. Null for other bytes: before Android 8 the
 * option is ignored, and the dump is text.
 */
export function parseNotificationKeys(bytes: Buffer): readonly NotificationKey[] | null {
  const fields = fieldsOf(bytes);
  if (fields === null) return null;
  const found: NotificationKey[] = [];
  for (const { number, value } of fields) {
    if (number !== RECORDS || typeof value === "number") continue;
    const record = fieldsOf(value);
    const key = record?.find((field) => field.number === KEY)?.value;
    if (!record || !Buffer.isBuffer(key)) return null;
    const state = record.find((field) => field.number === STATE)?.value;
    found.push({ key: key.toString("utf8"), isPosted: state === POSTED });
  }
  return found;
}

interface Field {
  readonly number: number;
  /** The bytes of a text or a message; else a number. */
  readonly value: Buffer | number;
}

function fieldsOf(bytes: Buffer): readonly Field[] | null {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = numberAt(bytes, at);
    const wireType = tag === null ? null : tag.value % 8;
    const length = tag === null ? null : lengthOf(bytes, tag.end, wireType);
    if (tag === null || length === null || length.end > bytes.length) return null;
    const value = wireType === BYTES ? bytes.subarray(length.start, length.end) : length.value;
    fields.push({ number: Math.floor(tag.value / 8), value });
    at = length.end;
  }
  return fields;
}

/** Where the bytes of a field's value are, and its value as a number. */
interface Extent {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

function lengthOf(bytes: Buffer, at: number, wireType: number | null): Extent | null {
  if (wireType === FIXED64) return { start: at, end: at + 8, value: 0 };
  if (wireType === FIXED32) return { start: at, end: at + 4, value: 0 };
  if (wireType !== NUMBER && wireType !== BYTES) return null;
  const read = numberAt(bytes, at);
  if (read === null) return null;
  return { start: read.end, end: wireType === BYTES ? read.end + read.value : read.end, value: read.value };
}

const MOST_BYTES = 10;

function numberAt(bytes: Buffer, from: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let place = 0; place < MOST_BYTES; place += 1) {
    const byte = bytes[from + place];
    if (byte === undefined) return null;
    value += (byte % 128) * 128 ** place;
    if (byte < 128) return { value, end: from + place + 1 };
  }
  return null;
}

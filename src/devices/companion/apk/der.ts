/**
 * The part of DER (ITU-T X.690) that a certificate needs. Each function gives a whole value with its tag and length.
 */

const TAG = {
  integer: 0x02,
  bitString: 0x03,
  null: 0x05,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(TAG.sequence, Buffer.concat(parts));
}

export function setOf(part: Uint8Array): Buffer {
  return tagged(TAG.set, part);
}

/** A whole number ≥ 0 from its bytes, highest first. */
export function unsigned(bytes: Uint8Array): Buffer {
  let first = 0;
  while (first < bytes.length - 1 && bytes[first] === 0) first += 1;
  const digits = bytes.subarray(first);
  const isNegative = ((digits[0] ?? 0) & 0x80) !== 0;
  return tagged(TAG.integer, isNegative ? Buffer.concat([Buffer.from([0]), digits]) : digits);
}

/** A bit string of whole bytes. */
export function bitString(bytes: Uint8Array): Buffer {
  return tagged(TAG.bitString, Buffer.concat([Buffer.from([0]), bytes]));
}

export function nothing(): Buffer {
  return tagged(TAG.null, Buffer.alloc(0));
}

/** An object identifier, for example "2.5.4.3". */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(TAG.objectId, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

export function utf8(text: string): Buffer {
  return tagged(TAG.utf8String, Buffer.from(text));
}

/** A time before 2050 as `YYMMDDHHMMSSZ`. */
export function utcTime(text: string): Buffer {
  return tagged(TAG.utcTime, Buffer.from(text, "latin1"));
}

/** A time from 2050 on as `YYYYMMDDHHMMSSZ`. */
export function generalizedTime(text: string): Buffer {
  return tagged(TAG.generalizedTime, Buffer.from(text, "latin1"));
}

function tagged(tag: number, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Buffer.from([0x80 + digits.length, ...digits]);
}

function base128(value: number): readonly number[] {
  const digits = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) digits.unshift((rest % 128) + 128);
  return digits;
}

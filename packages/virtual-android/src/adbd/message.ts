/** Commands of the transport protocol, as little-endian ASCII (packages/modules/adb protocol.txt). */
export const COMMAND = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  CLSE: 0x45534c43,
  WRTE: 0x45545257,
  STLS: 0x534c5453,
} as const;

/** From this version on, payloads have no checksum (Android 9). */
export const VERSION_WITHOUT_CHECKSUM = 0x01000001;
/** The version before that one. */
export const VERSION_WITH_CHECKSUM = 0x01000000;

/** The header that is sent before a payload. */
export interface MessageHeader {
  readonly command: number;
  readonly first: number;
  readonly second: number;
  readonly length: number;
  readonly checksum: number;
}

/** A complete received message. */
export interface Message {
  readonly command: number;
  readonly first: number;
  readonly second: number;
  readonly payload: Buffer;
}

/** A message to send; without `payload`, the payload is empty. */
export interface OutgoingMessage {
  readonly command: number;
  readonly first: number;
  readonly second: number;
  readonly payload?: Uint8Array;
}

/** The length of a header. */
export const HEADER_LENGTH = 24;

/** The other side does not speak the protocol. */
export class TransportProtocolError extends Error {}

/** Adds the magic: the command with all bits inverted. */
export function encodeHeader({ command, first, second, length, checksum }: MessageHeader): Buffer {
  const header = Buffer.allocUnsafe(HEADER_LENGTH);
  header.writeUInt32LE(command, 0);
  header.writeUInt32LE(first >>> 0, 4);
  header.writeUInt32LE(second >>> 0, 8);
  header.writeUInt32LE(length, 12);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE((command ^ 0xffffffff) >>> 0, 20);
  return header;
}

/** Errors: TransportProtocolError for a header whose magic is wrong. */
export function decodeHeader(header: Buffer): MessageHeader {
  const command = header.readUInt32LE(0);
  if (header.readUInt32LE(20) !== (command ^ 0xffffffff) >>> 0) throw new TransportProtocolError("bad magic");
  return {
    command,
    first: header.readUInt32LE(4),
    second: header.readUInt32LE(8),
    length: header.readUInt32LE(12),
    checksum: header.readUInt32LE(16),
  };
}

/** The sum of all bytes; the longest payload keeps it below 2^32. */
export function checksumOf(payload: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < payload.length; at += 1) sum += payload[at] ?? 0;
  return sum;
}

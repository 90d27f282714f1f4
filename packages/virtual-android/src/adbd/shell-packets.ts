/** The kinds of packets of the shell protocol v2 (packages/modules/adb shell_protocol.h). */
export const PACKET = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4, windowSize: 5 } as const;

const HEADER_LENGTH = 5;

/** One packet: kind, length (little endian), data. */
export function shellPacket(kind: number, data: Uint8Array): Uint8Array {
  const packet = Buffer.allocUnsafe(HEADER_LENGTH + data.length); // not zeroed: all bytes are written below
  packet.writeUInt8(kind, 0);
  packet.writeUInt32LE(data.length, 1);
  packet.set(data, HEADER_LENGTH);
  return packet;
}

/** Parses the header of a received packet. */
export function parsePacketHeader(header: Buffer): { readonly kind: number; readonly length: number } {
  return { kind: header.readUInt8(0), length: header.readUInt32LE(1) };
}

/** The number of bytes before the data of a packet. */
export const PACKET_HEADER_LENGTH = HEADER_LENGTH;

import type { FileStat } from "../files/node.js";

/** The bits of a POSIX mode that SEND uses. */
export const FILE_TYPE = { mask: 0o170000, link: 0o120000 } as const;

/** The values that are sent for a file that does not exist. */
export const NO_STAT: FileStat = { mode: 0, size: 0, mtimeSeconds: 0, uid: 0, gid: 0, inode: 0 };

/** The device number of the only file system; its value does not matter. */
const DEVICE = 0xfe00n;

/** A message: id, length and data. */
export function frame(id: string, data: Uint8Array): Uint8Array {
  const message = Buffer.alloc(8 + data.length);
  message.write(id, "latin1");
  message.writeUInt32LE(data.length, 4);
  message.set(data, 8);
  return message;
}

/** The first eight bytes of every message. */
export function idAndLength(head: Buffer): { readonly id: string; readonly length: number } {
  return { id: head.toString("latin1", 0, 4), length: head.readUInt32LE(4) };
}

/** Mode, size and time of `STAT`; also the first bytes of a `DENT` and of the `DONE` that ends a list. */
export function statV1(id: string, { mode, size, mtimeSeconds }: FileStat): Buffer {
  const message = Buffer.alloc(16);
  message.write(id, "latin1");
  message.writeUInt32LE(mode, 4);
  message.writeUInt32LE(size >>> 0, 8);
  message.writeUInt32LE(mtimeSeconds >>> 0, 12);
  return message;
}

/** The 72 bytes of `STA2` and `LST2`; also the first bytes of a `DNT2` and of its `DONE`. */
export function statV2(id: string, errno: number, stat: FileStat): Buffer {
  const message = Buffer.alloc(72);
  message.write(id, "latin1");
  message.writeUInt32LE(errno, 4);
  message.writeBigUInt64LE(stat.inode === 0 ? 0n : DEVICE, 8);
  message.writeBigUInt64LE(BigInt(stat.inode), 16);
  message.writeUInt32LE(stat.mode, 24);
  message.writeUInt32LE(stat.inode === 0 ? 0 : 1, 28);
  message.writeUInt32LE(stat.uid, 32);
  message.writeUInt32LE(stat.gid, 36);
  message.writeBigUInt64LE(BigInt(stat.size), 40);
  for (const offset of [48, 56, 64]) message.writeBigInt64LE(BigInt(Math.floor(stat.mtimeSeconds)), offset);
  return message;
}

import { crc32, deflateSync, gzipSync } from "node:zlib";

/** A grey PNG whose header has this size, with this number of compressed pixel bytes. */
export function pngOf(
  { width, height }: { readonly width: number; readonly height: number },
  pixelBytes: number,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8 bits of grey, not interlaced
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  const pixels = deflateSync(Buffer.alloc(pixelBytes), { level: 1 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** A small gzip file that unpacks to this many MiB of zeros. */
export function gzipBomb(mebibytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(1 << 20));
  return Buffer.concat(Array.from({ length: mebibytes }, () => member));
}

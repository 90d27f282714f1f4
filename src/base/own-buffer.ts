/**
 * The memory behind these bytes, where they are all that it holds: it can be given to another thread then. Small
 * buffers lie in a pool that stays (Buffer.poolSize).
 */
export function ownBuffer({ buffer, byteLength }: ArrayBufferView): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
}

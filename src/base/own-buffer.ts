/**
 * The buffer of these bytes, if it contains nothing else: then it can be transferred to another thread. Small buffers
 * share a pool, which must stay (Buffer.poolSize).
 */
export function ownBuffer({ buffer, byteLength }: ArrayBufferView): readonly ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 0 ? [buffer] : [];
}

/** The most bytes of one answer that are read; what agents use of it is some thousand characters. */
export const MOST_BYTES = 8_000_000;

type Fetch = typeof globalThis.fetch;

/** Sends requests, and breaks off an answer that is longer than any that makes sense, whatever it is made of. */
export function boundedFetch(send: Fetch = globalThis.fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.body === null) return response;
    let left = MOST_BYTES;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        left -= chunk.byteLength;
        if (left < 0) throw new Error(`the answer is longer than ${MOST_BYTES} bytes`);
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
}

/**
 * Gives the same response, and calls `over` once: when the response was read to its end, when nobody reads it any more,
 * or when there is none.
 */
export async function untilRead(answer: Promise<Response>, over: () => void): Promise<Response> {
  try {
    const response = await answer;
    if (response.body === null) {
      over();
      return response;
    }
    const { status, statusText, headers } = response;
    return new Response(watched(response.body, over), { status, statusText, headers });
  } catch (error) {
    over();
    throw error;
  }
}

function watched(body: ReadableStream<Uint8Array>, over: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const end = () => {
    if (!isOver) over();
    isOver = true;
  };
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        throw error;
      }
    },
    cancel: async (reason) => {
      end();
      await reader.cancel(reason);
    },
  });
}

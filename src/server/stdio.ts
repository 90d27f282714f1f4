import { setMaxListeners } from "node:events";
import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { warn } from "../base/log.js";
import { Caller } from "../session/caller.js";
import { serverMaker } from "./create-server.js";
import { eachLine, malformedAnswerIn } from "./malformed-answers.js";
import type { PartsToCome } from "./parts-to-come.js";

/**
 * Serves one client on standard input and output, in either era of the protocol, until the client closes them or
 * `signal` aborts. Running calls are cancelled then.
 */
export async function serveStdio(parts: PartsToCome, signal: AbortSignal): Promise<void> {
  setMaxListeners(0, process.stdout); // each answer that waits for a slow client adds a listener for `drain`
  const transport = new StdioServerTransport();
  const newServer = serverMaker(parts);
  const caller = new Caller();
  const hear = eachLine((line) => {
    const failure = malformedAnswerIn(line);
    if (failure) transport.onmessage?.(failure);
  });
  const start = transport.start.bind(transport);
  transport.start = async () => {
    await start();
    process.stdin.on("data", hear);
  };
  const close = transport.close.bind(transport);
  // The transport stops reading the input only if there is no other reader.
  transport.close = async () => {
    process.stdin.off("data", hear);
    await close();
  };
  const handle = serve(() => newServer(caller), { transport });
  const closed = whenClosed(transport);
  const stop = () => void handle.close();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  await closed;
  const { stdin, stdout } = process;
  const hasHungUp = stdin.readableEnded || stdin.destroyed || !stdout.writable || stdout.errored !== null;
  if (!hasHungUp && !signal.aborted) warn("server", "a message was longer than 10 MiB; no more is read");
}

/**
 * Waits until the transport closes itself: at the end of the input, when the output is closed, or after a message
 * beyond its limit.
 */
async function whenClosed(transport: StdioServerTransport): Promise<void> {
  const { onclose } = transport;
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

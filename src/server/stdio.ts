import { serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createServer, type ServerParts } from "./create-server.js";

/** Serves one client on standard input and output, in either era of the protocol, until it hangs up. */
export async function serveStdio(parts: ServerParts): Promise<void> {
  const ended = new Promise<void>((resolve) => process.stdin.once("close", resolve).once("end", resolve));
  serve(() => createServer(parts));
  await ended;
}

import type { Server } from "node:net";

/**
 * Listens on loopback; gives the port, which for port 0 is a free one. Errors: those of listen(2), for example
 * EADDRINUSE.
 */
export async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : port;
}

import { once } from "node:events";
import type { Config } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import { createServer, type ServerParts } from "../server/create-server.js";
import { serveHttp } from "../server/http.js";
import { ensureHttpToken } from "../server/http-token.js";
import { printText } from "./output.js";

const PORT = 7337;
const LOOPBACK = "127.0.0.1";

/** Serves over HTTP until we are told to end. The token is printed when it is made, and never again. */
export async function serveOverHttp(parts: ServerParts, signal: AbortSignal): Promise<void> {
  const { config } = parts;
  const bind = config.httpBind ?? LOOPBACK;
  refuseOpenDoor(bind, config);
  const { token, path, isNew } = await ensureHttpToken(config);
  await using serving = await serveHttp(() => createServer(parts), {
    bind,
    port: config.httpPort ?? PORT,
    hosts: config.httpHosts,
    token,
  });
  printText(`listening on ${serving.url}`);
  printText(isNew ? `token (kept in ${path}, not shown again): ${token}` : `token: in ${path}`);
  if (!signal.aborted) await once(signal, "abort");
}

/** Whoever reaches the port and has the token drives the phones: nobody opens it to others by one word. */
function refuseOpenDoor(bind: string, { httpHosts, httpTokenFile }: Config): void {
  if (isLoopback(bind)) return;
  const missing = [
    ...(httpHosts.length === 0 ? ["--http-hosts with the names that clients will use"] : []),
    ...(httpTokenFile === undefined ? ["--http-token-file with a token of yours"] : []),
  ];
  if (missing.length === 0) return;
  const message = `${bind} can be reached from elsewhere: that also needs ${missing.join(" and ")}`;
  throw new FoveaError("INVALID_ARGUMENT", message, {
    hint: "Or leave --http-bind out, and reach this host through an SSH tunnel.",
  });
}

function isLoopback(address: string): boolean {
  return address === "localhost" || address === "::1" || /^127(?:\.\d{1,3}){3}$/.test(address);
}

import { once } from "node:events";
import type { Config } from "../base/config.js";
import { FoveaError } from "../base/errors.js";
import { serverMaker } from "../server/create-server.js";
import { serveHttp } from "../server/http.js";
import { ensureHttpToken } from "../server/http-token.js";
import type { PartsToCome } from "../server/parts-to-come.js";
import { prepareImages } from "../vision/image.js";
import { printText } from "./output.js";
import type { Terminal } from "./terminal.js";

const PORT = 7337;
const LOOPBACK = "127.0.0.1";

/** Serves over HTTP until the signal aborts. The token is printed only when it is created. */
export async function serveOverHttp(parts: PartsToCome, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const { config } = parts;
  const bind = config.httpBind ?? LOOPBACK;
  refuseOpenDoor(bind, config);
  const { token, path, isNew } = await ensureHttpToken(config);
  await parts.parts(); // what is wrong with the options is said before anybody can connect
  await loadEarly();
  await using serving = await serveHttp(serverMaker(parts), {
    bind,
    port: config.httpPort ?? PORT,
    hosts: config.httpHosts,
    token,
  });
  printText(terminal, `listening on ${serving.url}`);
  printText(terminal, isNew ? `token (kept in ${path}, not shown again): ${token}` : `token: in ${path}`);
  if (!signal.aborted) await once(signal, "abort");
}

/** Loads modules early: with the first call, each would delay other clients by about 100 ms. */
async function loadEarly(): Promise<void> {
  await Promise.all([import("../devices/adb/adb-client.js"), prepareImages()]);
}

/**
 * Refuses to listen for other hosts without further options: a caller that reaches the port and has the token controls
 * the phones.
 */
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

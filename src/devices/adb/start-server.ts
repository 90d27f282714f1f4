import { spawn } from "node:child_process";
import { once } from "node:events";
import { FoveaError } from "../../base/errors.js";
import { withDeadline } from "../../base/signals.js";
import { DEADLINES } from "./deadlines.js";
import type { Environment } from "./find-adb.js";

/**
 * Runs `adb start-server` and resolves when it reports that the server runs. The server then outlives this process, as
 * if the user had started it. Errors: ADB_NOT_FOUND if the file cannot be run, ADB_SERVER_UNREACHABLE, TIMEOUT.
 */
export async function startServer(adb: string, port: number, env: Environment, signal: AbortSignal): Promise<void> {
  // -P gives the port; the variables for the same purpose could contradict it.
  const { ADB_SERVER_SOCKET: _socket, ANDROID_ADB_SERVER_PORT: _port, ...rest } = env;
  // The server inherits stdio and would keep pipes open forever.
  const options = { detached: true, windowsHide: true, stdio: "ignore", env: rest } as const;
  const child = spawn(adb, ["-P", String(port), "start-server"], options);
  child.unref();
  const ended = async (limit: AbortSignal) => {
    const [code] = await once(child, "exit", { signal: limit }).catch((error: unknown) => {
      limit.throwIfAborted();
      throw new FoveaError("ADB_NOT_FOUND", `${adb} cannot be run`, { cause: error });
    });
    if (code !== 0)
      throw new FoveaError("ADB_SERVER_UNREACHABLE", `\`adb -P ${port} start-server\` ended with ${code}`);
  };
  await withDeadline(DEADLINES.startServer, "starting the adb server", ended, signal);
}

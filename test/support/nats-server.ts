import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pollUntil } from "../../src/base/signals.js";
import { never } from "./never.js";

export interface NatsServer extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  /** Kills the server, so that it cannot shut down cleanly. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and with the same files. */
  restart(): Promise<void>;
}

/**
 * A real server with JetStream on a free port, which writes to the disk before it acknowledges. `more` is added to its
 * configuration; `whole` replaces the configuration, except for the port.
 */
export async function startNatsServer({ jetstream = true, more = "", whole = "" } = {}): Promise<NatsServer> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-nats-"));
  let { child, port } = await start({ folder, jetstream, more, whole, wantedPort: -1 });
  const end = async (signal: "SIGKILL" | "SIGTERM") => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    get process() {
      return child;
    },
    kill: async () => await end("SIGKILL"),
    restart: async () => {
      ({ child, port } = await start({ folder, jetstream, more, whole, wantedPort: port }));
    },
    [Symbol.asyncDispose]: async () => {
      await end("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Start {
  readonly folder: string;
  readonly jetstream: boolean;
  readonly more: string;
  readonly whole: string;
  readonly wantedPort: number;
}

async function start({
  folder,
  jetstream,
  more,
  whole,
  wantedPort,
}: Start): Promise<{ child: ChildProcess; port: number }> {
  const config = join(folder, "server.conf");
  const store = `jetstream { store_dir: ${JSON.stringify(folder)}, sync_interval: always }\n`;
  writeFileSync(config, whole || `${jetstream ? store : ""}${more}\n`);
  const ports = mkdtempSync(join(folder, "ports-"));
  const args = ["-c", config, "-a", "127.0.0.1", "-p", String(wantedPort), "--ports_file_dir", ports];
  const child = spawn("nats-server", args, { stdio: "ignore" });
  const port = await pollUntil(() => portIn(ports), 10, never());
  return { child, port };
}

function portIn(folder: string): number | undefined {
  const [name] = readdirSync(folder);
  if (name === undefined) return undefined;
  try {
    return Number(new URL(JSON.parse(readFileSync(join(folder, name), "utf8")).nats[0]).port);
  } catch {
    return undefined; // the file is not complete yet
  }
}

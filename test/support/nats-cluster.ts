import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pollUntil } from "../../src/base/signals.js";
import { never } from "./never.js";
import { freePort } from "./real-adb.js";

/** Three real servers of one cluster, with JetStream. */
export interface NatsCluster extends AsyncDisposable {
  readonly urls: readonly string[];
  /** Kills the server with this name, `n1` to `n3`. */
  kill(name: string): Promise<void>;
}

/** Starts the cluster. Errors: those of starting programs. */
export async function startNatsCluster(): Promise<NatsCluster> {
  const folder = mkdtempSync(join(tmpdir(), "fovea-cluster-"));
  const names = ["n1", "n2", "n3"];
  const ports = await Promise.all(names.map(async () => ({ client: await freePort(), cluster: await freePort() })));
  const routes = ports.map(({ cluster }) => `nats://127.0.0.1:${cluster}`).join(", ");
  const servers = new Map<string, ChildProcess>();
  for (const [index, name] of names.entries()) {
    const { client, cluster } = ports[index] ?? { client: 0, cluster: 0 };
    const own = join(folder, name);
    mkdirSync(own);
    const config = [
      `server_name: ${name}`,
      `listen: 127.0.0.1:${client}`,
      `jetstream { store_dir: ${JSON.stringify(own)}, sync_interval: always }`,
      `cluster { name: farm, listen: 127.0.0.1:${cluster}, routes: [${routes}] }`,
    ];
    writeFileSync(join(own, "server.conf"), config.join("\n"));
    servers.set(name, spawn("nats-server", ["-c", join(own, "server.conf")], { stdio: "ignore" }));
  }
  for (const { client } of ports) await pollUntil(async () => (await answers(client)) || undefined, 20, never());
  const kill = async (name: string) => {
    const server = servers.get(name);
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
  };
  return {
    urls: ports.map(({ client }) => `nats://127.0.0.1:${client}`),
    kill,
    [Symbol.asyncDispose]: async () => {
      for (const name of names) await kill(name);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isOpen = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

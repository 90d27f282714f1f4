import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../../src/base/assets.js";
import { SocketStream } from "../../src/devices/adb/socket-stream.js";
import { OnDeviceClient } from "../../src/devices/companion/companion-client.js";
import { never } from "./never.js";

/** The companion's real Java core as a process with a TCP port and a simulated phone. */
export interface JvmHost extends AsyncDisposable {
  readonly port: number;
  /** Changes the simulated phone; `JvmTestHost.java` lists the commands. Gives the host's answer after `ok`. */
  command(line: string): Promise<string>;
  /** Connects a client, including the hello. */
  connect(): Promise<OnDeviceClient>;
}

/** Starts the core in its test host; compiles it with `javac` if no earlier run did. Needs a JDK. */
export async function startJvmHost(): Promise<JvmHost> {
  const classes = await compiledClasses();
  const host = spawn("java", ["-XX:TieredStopAtLevel=1", "-cp", classes, "dev.fovea.core.JvmTestHost"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
  const port = Number((await nextLine(lines)).replace("port ", ""));
  return {
    port,
    command: async (line) => {
      host.stdin.write(`${line}\n`);
      const answer = await nextLine(lines);
      if (!answer.startsWith("ok")) throw new Error(`"${line}": ${answer}`);
      return answer.slice("ok".length).trim();
    },
    connect: () => connectTo(port),
    async [Symbol.asyncDispose]() {
      const ended = once(host, "exit");
      host.stdin.end();
      await ended;
    },
  };
}

/** The folder of the classes, whose name depends on the content of their sources. */
async function compiledClasses(): Promise<string> {
  const core = join(packageRoot(), "android-a11y-service/core/src");
  const names = (await readdir(core, { recursive: true })).filter((name) => name.endsWith(".java")).sort();
  const hash = createHash("sha256");
  for (const name of names) hash.update(`${name}\0`).update(await readFile(join(core, name)));
  const classes = join(packageRoot(), "dist", "test-classes", hash.digest("hex").slice(0, 16));
  if (existsSync(classes)) return classes;
  await mkdir(dirname(classes), { recursive: true });
  const scratch = await mkdtemp(`${classes}-`);
  await compile(scratch);
  // Another process may have written the same classes first.
  await rename(scratch, classes).catch(() => rm(scratch, { recursive: true }));
  return classes;
}

/** Compiles the test host. The compiler finds the sources that it needs; tests are not compiled. */
async function compile(classes: string): Promise<void> {
  const core = join(packageRoot(), "android-a11y-service/core/src");
  const sources = [join(core, "main/java"), join(core, "test/java")].join(":");
  const main = join(core, "test/java/dev/fovea/core/JvmTestHost.java");
  const args = ["-nowarn", "-encoding", "UTF-8", "-d", classes, "-sourcepath", sources, main];
  await succeeded(spawn("javac", args, { stdio: "inherit" }));
}

async function succeeded(child: ChildProcess): Promise<void> {
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`javac ended with ${code}`);
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const next = await lines.next();
  if (next.done) throw new Error("the host ended");
  return next.value;
}

async function connectTo(port: number): Promise<OnDeviceClient> {
  const socket = connect(port, "127.0.0.1");
  socket.setNoDelay(true);
  await once(socket, "connect");
  const stream = new SocketStream(socket, { serial: "jvm", service: "test host", signals: [], onClose: () => {} });
  return await OnDeviceClient.connect(stream, { serial: "jvm", client: "fovea test" }, never());
}

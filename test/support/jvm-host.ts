import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../../src/base/assets.js";
import { SocketStream } from "../../src/devices/adb/socket-stream.js";
import { OnDeviceClient } from "../../src/devices/on-device/on-device-client.js";
import { never } from "./never.js";

/** The on-device half's real Java core as a process, behind a TCP port, with a made-up phone. */
export interface JvmHost extends AsyncDisposable {
  readonly port: number;
  /** Changes the made-up phone; `JvmTestHost.java` lists the commands. Gives what the host answers after `ok`. */
  command(line: string): Promise<string>;
  /** A client that has said hello. */
  connect(): Promise<OnDeviceClient>;
}

/** Compiles the core and its test host with `javac`, and starts it. Needs a JDK. */
export async function startJvmHost(): Promise<JvmHost> {
  const classes = await mkdtemp(join(tmpdir(), "fovea-core-"));
  await compile(classes);
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
      await rm(classes, { recursive: true, force: true });
    },
  };
}

/** The sources that the test host needs are found by the compiler itself; the tests are not among them. */
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

import { execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pollUntil } from "../../src/base/signals.js";

/** A private adb server of the installed adb, with its own port and keys. */
export interface RealAdb extends AsyncDisposable {
  readonly port: number;
  /** Runs the adb client against it; stdout and stderr as they came. */
  run(args: readonly string[], stdin?: string): Promise<AdbResult>;
}

export interface AdbResult {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly status: number;
}

/** Why tests that need adb are skipped, or false where it is installed. */
export const skipWithoutAdb = findAdb() ? false : "needs adb (Debian package adb)";

export async function startRealAdb(): Promise<RealAdb> {
  const adb = findAdb();
  if (!adb) throw new Error("adb is not installed");
  const home = mkdtempSync(join(tmpdir(), "fovea-adb-"));
  const port = await freePort();
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, ANDROID_ADB_SERVER_PORT: String(port) };
  const server = spawn(adb, ["-P", String(port), "nodaemon", "server"], { env, stdio: "ignore" });
  const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  await pollUntil(() => accepts(port), 20, AbortSignal.timeout(10_000));
  return {
    port,
    run: (args, stdin = "") =>
      new Promise((resolve) => {
        const options = { env, encoding: "buffer" as const, maxBuffer: 1 << 26, timeout: 30_000 };
        const child = execFile(adb, ["-P", String(port), ...args], options, (error, stdout, stderr) => {
          const status = error ? (typeof error.code === "number" ? error.code : -1) : 0;
          resolve({ stdout, stderr: stderr.toString(), status });
        });
        child.stdin?.on("error", () => {}); // it may end without reading
        child.stdin?.end(stdin);
      }),
    async [Symbol.asyncDispose]() {
      server.kill();
      await exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return address && typeof address === "object" ? address.port : 0;
}

function accepts(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(undefined));
  });
}

function findAdb(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "adb")).find((path) => existsSync(path));
}

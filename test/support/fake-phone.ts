import { spawn } from "node:child_process";
import { type FakeAdbd, type FakeAdbdOptions, type FakeProcess, startFakeAdbd } from "./fake-adbd.js";

export interface FakePhoneOptions extends FakeAdbdOptions {
  /** System properties on top of {@link PROPERTIES}. */
  readonly properties?: Readonly<Record<string, string>>;
  readonly bootId?: string;
  readonly uptimeS?: number;
}

export const BOOT_ID = "5b1c8f0e-6a52-4d0b-9d0a-3f8f2b6c1a77";

export const PROPERTIES = {
  "ro.product.model": "Fake Phone",
  "ro.product.manufacturer": "Acme",
  "ro.serialno": "FAKE0001",
  "ro.build.version.sdk": "33",
  "ro.build.version.release": "13",
  "sys.boot_completed": "1",
  "init.svc.bootanim": "stopped",
} as const;

/** A fake adbd that answers the boot report; other commands go to `run`, else to a real mksh. */
export async function startFakePhone(options: FakePhoneOptions = {}): Promise<FakeAdbd> {
  return await startFakeAdbd({ ...options, run: phoneRun(options) });
}

/** The `run` of {@link startFakePhone}, for other servers. */
export function phoneRun(options: FakePhoneOptions): (process: FakeProcess) => Promise<number | null> {
  return async (process) => {
    if (!process.command.startsWith("getprop; ")) return await (options.run ?? runIn("mksh"))(process);
    const properties = { ...PROPERTIES, ...options.properties };
    const lines = Object.entries(properties).map(([name, value]) => `[${name}]: [${value}]\n`);
    const { bootId = BOOT_ID, uptimeS = 5000 } = options;
    await process.stdout(`${lines.join("")}/system/bin/timeout\n${bootId}\n${uptimeS.toFixed(2)} 100.00\n`);
    return 0;
  };
}

/** Runs commands in a real shell of this host. */
export function runIn(shell: string): (process: FakeProcess) => Promise<number> {
  return async (process) => {
    const child = spawn(shell, ["-c", process.command], { stdio: ["ignore", "pipe", "pipe"] });
    const hangUp = () => child.kill("SIGHUP");
    process.signal.addEventListener("abort", hangUp);
    const code = new Promise<number>((resolve) => child.on("close", (exit) => resolve(exit ?? 129)));
    const copy = async (from: AsyncIterable<Buffer>, to: FakeProcess["stdout"]) => {
      for await (const chunk of from) await to(chunk);
    };
    await Promise.all([copy(child.stdout, process.stdout), copy(child.stderr, process.stderr)]);
    return await code;
  };
}

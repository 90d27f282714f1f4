import { later } from "../../../../src/base/signals.js";
import type { CommandCall } from "../command.js";
import type { Companion } from "../companion/companion.js";
import { EPOCH_FILE, SHELL_SOCKET } from "../companion/names.js";
import type { OnDevice } from "../companion/on-device.js";

export interface ShellHostOptions {
  readonly build: string;
  /** It ends if it receives no input for this long; 0 for never. */
  readonly leaseMs: number;
}

/** The companion shell: prints one line, then serves until its standard input ends. */
export async function runShellHost(call: CommandCall, { build, leaseMs }: ShellHostOptions): Promise<number> {
  const { onDevice } = call.phone;
  if (!onDevice) return await fail(call, "UNSUPPORTED", "this phone shows no screen to programs");
  if (onDevice.isSocketTaken("shell")) return await sayRunning(call);
  if (call.phone.state().accessibility.isUiAutomationConnected) {
    return await fail(call, "UIAUTOMATION_BUSY", "another UiAutomation is connected");
  }
  const companion = onDevice.startShell(build);
  if (!companion) return await fail(call, "SOCKET", `cannot listen on ${SHELL_SOCKET}`);
  return await serve(call, { onDevice, companion, leaseMs });
}

interface Serving {
  readonly onDevice: OnDevice;
  readonly companion: Companion;
  readonly leaseMs: number;
}

async function serve(call: CommandCall, { onDevice, companion, leaseMs }: Serving): Promise<number> {
  const { epoch } = companion.facts;
  call.phone.setUiAutomationConnected(true, false);
  try {
    call.phone.files.write(EPOCH_FILE, Buffer.from(`${epoch}\n`), 0o644);
    await call.stdout.write(`READY ${SHELL_SOCKET} ${epoch}\n`);
    return (await inputEnded(call, leaseMs, companion.ended)) ? 0 : KILLED;
  } finally {
    onDevice.stopShell(companion);
    call.phone.setUiAutomationConnected(false);
  }
}

const KILLED = 137;

/**
 * True if the standard input ended or no input came for too long; false if the program ended. Throws if the process
 * gets SIGHUP. The other side renews the lease by the host's clock, so the lease uses the host's clock, too, even if
 * the phone's time runs faster.
 */
async function inputEnded(call: CommandCall, leaseMs: number, ended: AbortSignal): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    let lease: Disposable | null = null;
    const renew = () => {
      lease?.[Symbol.dispose]();
      lease = leaseMs > 0 ? later(askAgain, leaseMs) : null;
    };
    // If both sides run in one process that was suspended, the renewal is handled right after this timer.
    const askAgain = () => {
      lease = later(() => resolve(true), leaseMs * GRACE);
    };
    const input = (async () => {
      renew();
      for await (const _ of call.stdin) renew();
      return true;
    })();
    input.then(resolve, reject);
    ended.addEventListener("abort", () => resolve(false), { once: true });
    call.signal.addEventListener("abort", () => reject(call.signal.reason), { once: true });
  });
}

const GRACE = 0.25;

/** Another instance is listening: its epoch is in the file that it wrote. */
async function sayRunning(call: CommandCall): Promise<number> {
  const epoch = epochIn(call);
  if (epoch === undefined) return await fail(call, "SOCKET", `${SHELL_SOCKET} is taken by another program`);
  await call.stdout.write(`RUNNING ${SHELL_SOCKET} ${epoch}\n`);
  return 0;
}

function epochIn(call: CommandCall): string | undefined {
  try {
    const text = Buffer.from(call.phone.files.read(EPOCH_FILE) ?? []).toString();
    return /^([0-9a-f]{16})\n/.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

async function fail(call: CommandCall, code: string, message: string): Promise<number> {
  await call.stdout.write(`FAILED ${code} ${message}\n`);
  return 1;
}

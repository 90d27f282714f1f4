import { FoveaError } from "../base/errors.js";
import { deadline } from "../base/signals.js";
import type { Device, ServiceStream } from "./device.js";
import { quoteArgv } from "./quote.js";
import type { Argv } from "./script.js";
import { ShellPackets } from "./shell-packets.js";

/** How a program ended. */
export interface ProgramEnd {
  readonly exitCode: number;
  readonly stderr: string;
}

const START_MS = 10_000;
/** What such programs say is a few lines. */
const MOST_BYTES = 256 * 1024;

/** A program of the device that runs until it is stopped or ends by itself. It is hung up when its stream is closed. */
export class LongProgram {
  readonly device: Device;
  /** The pid of the program itself: it replaced the shell (`exec`). */
  readonly pid: number;
  /** Errors: DEVICE_DISCONNECTED where the stream ended before the program. */
  readonly ended: Promise<ProgramEnd>;
  readonly #stream: ServiceStream;

  private constructor(device: Device, pid: number, stream: ServiceStream, ended: Promise<ProgramEnd>) {
    this.device = device;
    this.pid = pid;
    this.#stream = stream;
    this.ended = ended;
    // Who waits for it hears of it; nobody has to.
    ended.catch(() => {});
  }

  /** Errors: as openService, TIMEOUT, SHELL_FAILED where the device does not say its number. */
  static async start(device: Device, argv: Argv, signal: AbortSignal): Promise<LongProgram> {
    using limit = deadline(START_MS, `${device.serial}: starting ${argv[0]}`, signal);
    // Its life is longer than the call that starts it.
    const lasting = new AbortController();
    const stream = await device.openService(`shell,v2,raw:echo $$; exec ${quoteArgv(argv)}`, lasting.signal);
    const stop = () => lasting.abort(limit.signal.reason);
    limit.signal.addEventListener("abort", stop, { once: true });
    try {
      const packets = new ShellPackets(MOST_BYTES);
      const chunks = stream[Symbol.asyncIterator]();
      const pid = await pidOf(device, packets, chunks);
      return new LongProgram(device, pid, stream, endOf(device, packets, chunks));
    } catch (error) {
      stream.close();
      throw error;
    } finally {
      limit.signal.removeEventListener("abort", stop);
    }
  }

  /** Hangs it up. */
  close(): void {
    this.#stream.close();
  }
}

async function pidOf(device: Device, packets: ShellPackets, chunks: AsyncIterator<Buffer>): Promise<number> {
  for (;;) {
    const { done, value } = await chunks.next();
    if (!done) packets.feed(value);
    const pid = /^(\d{1,9})\n/.exec(packets.stdout.toString("latin1", 0, 20))?.[1];
    if (pid !== undefined) return Number(pid);
    if (done || packets.exitCode !== null)
      throw new FoveaError("SHELL_FAILED", `${device.serial} started no program`, { device: device.serial });
  }
}

async function endOf(device: Device, packets: ShellPackets, chunks: AsyncIterator<Buffer>): Promise<ProgramEnd> {
  while (packets.exitCode === null) {
    const { done, value } = await chunks.next();
    if (done) {
      const message = `${device.serial}: the connection to a running program was lost`;
      throw new FoveaError("DEVICE_DISCONNECTED", message, { device: device.serial });
    }
    packets.feed(value);
  }
  return { exitCode: packets.exitCode, stderr: packets.stderr };
}

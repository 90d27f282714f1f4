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
/** The most output; such programs print only a few lines. */
const MOST_BYTES = 256 * 1024;

/** A program of the device that runs until it is stopped or ends by itself. Closing its stream sends it SIGHUP. */
export class LongProgram {
  readonly device: Device;
  /** The pid of the program itself: it replaced the shell (`exec`). */
  readonly pid: number;
  /** Resolves when the program has ended. Errors: DEVICE_DISCONNECTED if the stream ended before the program. */
  readonly ended: Promise<ProgramEnd>;
  readonly #stream: ServiceStream;

  private constructor(device: Device, pid: number, stream: ServiceStream, ended: Promise<ProgramEnd>) {
    this.device = device;
    this.pid = pid;
    this.#stream = stream;
    this.ended = ended;
    // Callers that wait for it get the error; no caller has to wait.
    ended.catch(() => {});
  }

  /** Starts a program. Errors: as openService, TIMEOUT, SHELL_FAILED if the device does not print its pid. */
  static async start(device: Device, argv: Argv, signal: AbortSignal): Promise<LongProgram> {
    using limit = deadline(START_MS, `${device.serial}: starting ${argv[0]}`, signal);
    // The program lives longer than the call that starts it.
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

  /** Closes the stream, which sends SIGHUP to the program. */
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

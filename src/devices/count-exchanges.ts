import { type Device, type ServiceStream, wrapDevice } from "./device.js";
import { deviceProcessesOf } from "./device-processes.js";

/** What passed between this host and one device. */
export interface ExchangeTally {
  /** Services asked for, refused ones included. */
  readonly adbStreams: number;
  /** Processes that the services started on the device (see deviceProcessesOf). */
  readonly deviceProcesses: number;
  /** Payload from the device, shell v2 headers included. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** The longest time from asking for a service to the end of its stream; for an open one, to now. */
  readonly longestStreamMs: number;
}

/** A device whose exchanges are counted. */
export interface CountedDevice {
  readonly device: Device;
  /** What passed through `device` so far. */
  tally(): ExchangeTally;
}

/**
 * The same device with a count of what passes through it from here on: one for each call, so that calls do not count
 * each other's. The boot report, which the registry asks once for each connection, is nobody's and not in it.
 */
export function countExchanges(device: Device): CountedDevice {
  const exchanges: Exchange[] = [];
  const counted = wrapDevice(device, async (name, signal) => {
    const exchange = new Exchange(deviceProcessesOf(name));
    exchanges.push(exchange);
    try {
      return new CountedStream(await device.openService(name, signal), exchange);
    } catch (error) {
      exchange.end();
      throw error;
    }
  });
  return { device: counted, tally: () => sumUp(exchanges) };
}

function sumUp(exchanges: readonly Exchange[]): ExchangeTally {
  const sum = (of: (exchange: Exchange) => number) => exchanges.reduce((total, exchange) => total + of(exchange), 0);
  return {
    adbStreams: exchanges.length,
    deviceProcesses: sum((exchange) => exchange.processes),
    bytesIn: sum((exchange) => exchange.bytesIn),
    bytesOut: sum((exchange) => exchange.bytesOut),
    longestStreamMs: Math.max(0, ...exchanges.map((exchange) => exchange.durationMs)),
  };
}

class Exchange {
  readonly processes: number;
  bytesIn = 0;
  bytesOut = 0;
  readonly #startedAt = performance.now();
  #endedAt: number | null = null;

  constructor(processes: number) {
    this.processes = processes;
  }

  get durationMs(): number {
    return (this.#endedAt ?? performance.now()) - this.#startedAt;
  }

  end(): void {
    this.#endedAt ??= performance.now();
  }
}

class CountedStream implements ServiceStream {
  readonly #stream: ServiceStream;
  readonly #exchange: Exchange;

  constructor(stream: ServiceStream, exchange: Exchange) {
    this.#stream = stream;
    this.#exchange = exchange;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#stream.write(bytes);
    this.#exchange.bytesOut += bytes.length;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    try {
      for await (const chunk of this.#stream) {
        this.#exchange.bytesIn += chunk.length;
        yield chunk;
      }
    } finally {
      this.#exchange.end();
    }
  }

  close(): void {
    this.#exchange.end();
    this.#stream.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#exchange.end();
    await this.#stream[Symbol.asyncDispose]();
  }
}

import { type Device, type ServiceStream, wrapDevice } from "./device.js";
import { deviceProcessesOf } from "./device-processes.js";

/** What was sent between this host and one device. */
export interface ExchangeTally {
  /** The number of requested services, including refused ones. */
  readonly adbStreams: number;
  /** Processes that the services started on the device (see deviceProcessesOf). */
  readonly deviceProcesses: number;
  /** Bytes received from the device, including shell v2 headers. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** The longest time from a request for a service to the end of its stream; to now if the stream is open. */
  readonly longestStreamMs: number;
}

/** A device that counts its exchanges. */
export interface CountedDevice {
  readonly device: Device;
  /** The counts of `device` so far. */
  tally(): ExchangeTally;
}

/**
 * The same device, counting its exchanges from now on. Each call has its own count, so that calls do not count each
 * other's. The boot report, which the registry reads once for each connection, is not counted.
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

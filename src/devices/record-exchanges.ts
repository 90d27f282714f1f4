import { isFoveaError } from "../base/errors.js";
import type { ExchangeSink } from "../device-recording/exchange-sink.js";
import type { PhoneRecorder } from "../device-recording/phone-recorder.js";
import { type Device, type ServiceStream, wrapDevice } from "./device.js";

/** The same device; the recorder receives everything that is sent and received. */
export function recordExchanges(device: Device, recorder: PhoneRecorder): Device {
  return wrapDevice(device, async (name, signal) => {
    const notes = recorder.begin(device.serial, name);
    try {
      const stream = await device.openService(name, signal);
      notes.accepted();
      return new RecordedStream(stream, notes);
    } catch (error) {
      notes.end(isFoveaError(error, "SERVICE_REFUSED") ? "refused" : "lost");
      throw error;
    }
  });
}

class RecordedStream implements ServiceStream {
  readonly #stream: ServiceStream;
  readonly #notes: ExchangeSink;

  constructor(stream: ServiceStream, notes: ExchangeSink) {
    this.#stream = stream;
    this.#notes = notes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    // Reported before the write: the answer may arrive before the write is reported as finished.
    this.#notes.moved("out", bytes);
    await this.#stream.write(bytes);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    try {
      for await (const chunk of this.#stream) {
        this.#notes.moved("in", chunk);
        yield chunk;
      }
      this.#notes.end("device");
    } catch (error) {
      this.#notes.end("lost");
      throw error;
    } finally {
      this.#notes.end("host");
    }
  }

  close(): void {
    this.#notes.end("host");
    this.#stream.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#notes.end("host");
    await this.#stream[Symbol.asyncDispose]();
  }
}

import { isFoveaError } from "../base/errors.js";
import type { ExchangeNotes } from "../phone-file/exchange-notes.js";
import type { PhoneRecorder } from "../phone-file/phone-recorder.js";
import { type Device, type ServiceStream, wrapDevice } from "./device.js";

/** The same device with everything that passes through it told to the recorder. */
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
  readonly #notes: ExchangeNotes;

  constructor(stream: ServiceStream, notes: ExchangeNotes) {
    this.#stream = stream;
    this.#notes = notes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#stream.write(bytes);
    this.#notes.moved("out", bytes);
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

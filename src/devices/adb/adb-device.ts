import type { Socket } from "node:net";
import pLimit from "p-limit";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { abortable } from "../../base/signals.js";
import type { Device, DeviceFacts, ServiceStream } from "../device.js";
import { linked } from "./linked.js";
import { SocketStream } from "./socket-stream.js";

/** The parts of the registry that a device needs. */
export interface DeviceHome {
  /** Ends all streams of all devices. */
  readonly lifetime: AbortSignal;
  /** The most streams that one device has open at the same time. */
  readonly maxStreams: number;
  /** Opens a socket to the service, accepted by the device. */
  openSocket(serial: string, service: string, signal: AbortSignal): Promise<Socket>;
  facts(serial: string, signal: AbortSignal): Promise<DeviceFacts>;
  /** The features that device and server share. */
  features(serial: string, signal: AbortSignal): Promise<ReadonlySet<string>>;
}

/** A device of the adb server. It limits its open streams, and ends each stream with its signals. */
export class AdbDevice implements Device {
  readonly serial: string;
  readonly #home: DeviceHome;
  readonly #limit: ReturnType<typeof pLimit>;

  constructor(serial: string, home: DeviceHome) {
    this.serial = serial;
    this.#home = home;
    this.#limit = pLimit(home.maxStreams);
  }

  async openService(name: string, signal: AbortSignal): Promise<ServiceStream> {
    const { lifetime } = this.#home;
    using both = linked(signal, lifetime);
    const release = await this.#freeStream(both.signal);
    try {
      const socket = await this.#openSocket(name, both.signal);
      return new SocketStream(socket, {
        serial: this.serial,
        service: name,
        signals: [signal, lifetime],
        onClose: release,
      });
    } catch (error) {
      release();
      throw error;
    }
  }

  async facts(signal: AbortSignal): Promise<DeviceFacts> {
    using both = linked(signal, this.#home.lifetime);
    return await this.#home.facts(this.serial, both.signal);
  }

  async #openSocket(name: string, signal: AbortSignal): Promise<Socket> {
    try {
      return await this.#home.openSocket(this.serial, name, signal);
    } catch (error) {
      const isClosed = isFoveaError(error, "SERVICE_REFUSED") && /: closed$/i.test(error.message);
      if (isClosed && name.startsWith("shell,v2")) throw await this.#whyNoShell(error, signal);
      throw isClosed && name === "sync:" ? this.#lost(name, error) : error;
    }
  }

  /**
   * Why a shell was closed before it was accepted. adbd before Android 7 has no shell v2, and without it there are no
   * exit codes. An adbd with shell v2 never refuses it; but the adb server also reports `closed` if the device was lost
   * after the request (sockets.cpp, local_socket_close_notify), so the program may have run.
   */
  async #whyNoShell(cause: unknown, signal: AbortSignal): Promise<FoveaError> {
    const features = await this.#home.features(this.serial, signal).catch(() => null);
    signal.throwIfAborted();
    if (features === null || features.has("shell_v2")) return this.#lost("shell", cause);
    const message = `${this.serial} has no shell v2 (adbd before Android 7): commands would have no exit code`;
    return new FoveaError("UNSUPPORTED_ON_DEVICE", message, {
      device: this.serial,
      hint: "Use a device with Android 7 (API 24) or later.",
      cause,
    });
  }

  #lost(name: string, cause: unknown): FoveaError {
    const message = `${this.serial} closed "${name}" before it answered: the connection was lost, or the device does not have this service`;
    return new FoveaError("DEVICE_DISCONNECTED", message, { device: this.serial, cause });
  }

  /** Waits for a free stream; the returned function frees it again. */
  async #freeStream(signal: AbortSignal): Promise<() => void> {
    const turn = new Promise<() => void>((resolve, reject) => {
      const hold = () =>
        new Promise<void>((release) => {
          if (signal.aborted) {
            release();
            reject(signal.reason);
          } else resolve(release);
        });
      this.#limit(hold).catch(reject);
    });
    return await abortable(turn, signal);
  }
}

import type { ServiceStream } from "../adbd/service.js";
import type { AdbEndpoint } from "./endpoint.js";

/** An entry of a server's device list, with its open streams. Tests change its state while it runs. */
export class AttachedDevice {
  readonly endpoint: AdbEndpoint;
  readonly #streams = new Set<ServiceStream>();
  readonly #onChange: () => void;
  readonly #stopWatching: () => void;
  readonly #onDetach: (device: AttachedDevice) => void;
  #forcedState: string | null = null;

  constructor(endpoint: AdbEndpoint, hooks: { onChange(): void; onDetach(device: AttachedDevice): void }) {
    this.endpoint = endpoint;
    this.#onChange = () => hooks.onChange();
    this.#onDetach = (device) => hooks.onDetach(device);
    this.#stopWatching = endpoint.onChange(this.#onChange);
  }

  get serial(): string {
    return this.endpoint.serial;
  }

  get state(): string {
    return this.#forcedState ?? this.endpoint.state;
  }

  /** Overrides the state of the device; null removes the override. Each change ends the streams. */
  setState(state: string | null): void {
    this.#forcedState = state;
    this.cut();
    this.#onChange();
  }

  /** Removes it from the list. */
  detach(): void {
    this.#stopWatching();
    this.cut();
    this.endpoint.close();
    this.#onDetach(this);
  }

  /** Opens a service; null if the device refuses it. */
  async open(name: string, signal: AbortSignal): Promise<ServiceStream | null> {
    const stream = await this.endpoint.open(name, signal);
    if (!stream) return null;
    this.#streams.add(stream);
    return {
      name,
      read: (maxBytes, readSignal) => stream.read(maxBytes, readSignal),
      write: (bytes, writeSignal) => stream.write(bytes, writeSignal),
      close: () => {
        this.#streams.delete(stream);
        stream.close();
      },
    };
  }

  /** Ends all streams of this entry. */
  cut(): void {
    for (const stream of this.#streams) stream.close();
    this.#streams.clear();
  }
}

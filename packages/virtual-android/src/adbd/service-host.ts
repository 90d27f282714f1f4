import { abortable } from "../../../../src/base/signals.js";
import type { ActivityLog } from "../activity-log.js";
import { lastingController } from "../lasting-controller.js";
import type { Link } from "../link.js";
import { BrokenPipe } from "../linux/errno.js";
import { Pipe } from "../linux/pipe.js";
import type { Kernel } from "../system/kernel.js";
import { withServiceFault } from "./faulty-service.js";
import type { Service, ServiceSession, ServiceStream } from "./service.js";
import { findService } from "./services.js";

const MOST_AT_ONCE = 1 << 20;

/** The abort reason of streams that end with their transport. */
export class TransportLost extends Error {}

/** Opens the services of one device, for all transports. All open streams can be cut at once. */
export class ServiceHost {
  readonly #kernel: Kernel;
  readonly #link: Link;
  readonly #open = new Set<ServiceChannel>();

  constructor(kernel: Kernel, link: Link) {
    this.#kernel = kernel;
    this.#link = link;
  }

  /** Opens a service; null if adbd refuses it. Throws the signal's reason. */
  async open(name: string, signal: AbortSignal): Promise<ServiceStream | null> {
    const { log, clock, faults } = this.#kernel.parts;
    await this.#link.latency(signal);
    const id = log.serviceOpened(name, clock.nowMs());
    const fault = faults.faultFor("service", name);
    const found = fault?.kind === "fail" ? null : findService(name, this.#kernel);
    if (!found) {
      log.serviceEnded(id, "refused", clock.nowMs());
      return null;
    }
    const channel = new ServiceChannel({ id, name, log, link: this.#link });
    const service = fault
      ? withServiceFault(fault, found, { parts: this.#kernel.parts, cut: () => channel.cut() })
      : found;
    this.#open.add(channel);
    void this.#serve(channel, service);
    return channel.hostEnd;
  }

  /** Cuts every stream, as when the cable is pulled. */
  cutAll(): void {
    for (const channel of this.#open) channel.cut();
  }

  async #serve(channel: ServiceChannel, service: Service): Promise<void> {
    const { log, clock } = this.#kernel.parts;
    try {
      await abortable(service(channel.session), channel.session.closed);
    } catch (error) {
      const isExpected = channel.session.closed.aborted || error instanceof BrokenPipe;
      if (!isExpected) log.serviceDefect(channel.id, error);
    } finally {
      channel.finish();
      this.#open.delete(channel);
      log.serviceEnded(channel.id, channel.outcome, clock.nowMs());
    }
  }
}

interface ChannelParts {
  readonly id: number;
  readonly name: string;
  readonly log: ActivityLog;
  readonly link: Link;
}

/** One stream between host and device. */
class ServiceChannel {
  readonly id: number;
  readonly session: ServiceSession;
  readonly hostEnd: ServiceStream;
  readonly #parts: ChannelParts;
  readonly #toDevice = new Pipe(MOST_AT_ONCE);
  readonly #toHost = new Pipe();
  readonly #closed = lastingController();
  readonly #never = lastingController().signal;
  #isFinished = false;
  #owesAnswer = true;

  constructor(parts: ChannelParts) {
    this.id = parts.id;
    this.#parts = parts;
    this.session = {
      id: parts.id,
      closed: this.#closed.signal,
      read: (maxBytes = MOST_AT_ONCE) => this.#read(maxBytes),
      write: (bytes) => this.#write(bytes),
    };
    this.hostEnd = {
      name: parts.name,
      read: (maxBytes, signal) => this.#toHost.read(maxBytes, signal),
      write: (bytes, signal) => this.#writeFromHost(bytes, signal),
      close: () => this.#end(new BrokenPipe()),
    };
  }

  get outcome(): "done" | "closed" | "lost" {
    if (!this.#closed.signal.aborted) return "done";
    return this.#closed.signal.reason instanceof TransportLost ? "lost" : "closed";
  }

  /** The transport was lost: neither side gets any more bytes. */
  cut(): void {
    this.#end(new TransportLost("the transport was lost"));
  }

  /** The service has ended: the host still gets the bytes that were written. */
  finish(): void {
    this.#isFinished = true;
    this.#toDevice.closeReader();
    this.#toHost.closeWriter();
  }

  #end(reason: Error): void {
    if (!this.#isFinished) this.#closed.abort(reason);
    this.#toDevice.closeWriter();
    this.#toHost.closeWriter();
    this.#toHost.closeReader();
  }

  async #read(maxBytes: number): Promise<Uint8Array | null> {
    const chunk = await this.#toDevice.read(maxBytes, this.#closed.signal);
    this.#owesAnswer = true;
    return chunk;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const { link, log, id } = this.#parts;
    if (this.#owesAnswer) {
      this.#owesAnswer = false;
      await link.latency(this.#closed.signal);
    }
    log.serviceMoved(id, "toHost", bytes.length);
    await link.pass("toHost", bytes, (part) => this.#toHost.write(part, this.#closed.signal), this.#closed.signal);
  }

  async #writeFromHost(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const { link, log, id } = this.#parts;
    log.serviceMoved(id, "toDevice", bytes.length);
    await link.pass("toDevice", bytes, (part) => this.#toDevice.write(part, this.#never), signal);
  }
}

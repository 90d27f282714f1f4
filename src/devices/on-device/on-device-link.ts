import { packageVersion } from "../../base/assets.js";
import { FoveaError, isFoveaError, toFoveaError } from "../../base/errors.js";
import type { HierarchyWish } from "../../base/hierarchy-wish.js";
import { abortable, deadline, pollUntil } from "../../base/signals.js";
import type { Device } from "../device.js";
import { LiveHalf } from "./live-half.js";
import { PACKAGE, SHELL_SOCKET, serviceSocket } from "./names.js";
import { isOfTransport, type NotLive, notLive, quiet, suppressed, suppressedError } from "./not-live.js";
import { OnDeviceClient } from "./on-device-client.js";
import type { OurWays } from "./our-ways.js";
import type { ShellHost } from "./shell-host.js";

export interface LinkOptions {
  /** Null where the halves cannot be told from impostors: then none is used. */
  readonly ways: OurWays | null;
  /** Whether the shell host may be started where the service is not there. */
  readonly mayStartShellHost: boolean;
  /** What is used where a call asks for nothing else. */
  readonly wish: HierarchyWish;
}

/** No on-device half is used, because of neither a wish nor a device that has any. */
export const NO_HALF: LinkOptions = { ways: null, mayStartShellHost: false, wish: "auto" };

export function isLive(half: LiveHalf | NotLive): half is LiveHalf {
  return half instanceof LiveHalf;
}

export interface LiveRequest {
  readonly wish?: HierarchyWish;
  /** Through which a connection is opened, where one has to be: a device whose exchanges are counted. */
  readonly device?: Device;
}

/** A half that was not there is looked for again after so long, so that a device without one costs next to nothing. */
const LOOK_AGAIN_MS = 5_000;
/** Starting a program on a slow device included. */
const CONNECT_MS = { service: 5_000, shell: 25_000 } as const;
/** Android binds the services again within some hundred milliseconds of the end of a UiAutomation. */
const REBIND_MS = 5_000;
const ASK_EVERY_MS = 50;
/** Where nothing tells which user is in front, it is the first one. */
const FIRST_USER = 0;

type Kind = "service" | "shell";

/**
 * The way to the on-device half of one device: at most one connection to each host, opened when it is first asked for
 * and again after it was lost. A socket's name proves nothing: a connection is used only where the process that answers
 * names the same epoch as the system does, and the installed package carries our certificate.
 */
export class OnDeviceLink implements Disposable {
  readonly #device: Device;
  readonly #options: LinkOptions;
  readonly #closing = new AbortController();
  readonly #halves = new Map<Kind, LiveHalf>();
  readonly #failures = new Map<Kind, { readonly failure: NotLive; readonly at: number }>();
  readonly #connecting = new Map<Kind, Promise<LiveHalf | NotLive>>();
  readonly #trusted = new Set<string>();
  #shellHost: ShellHost | null = null;
  #user = FIRST_USER;
  #dump: EndedDump | null = null;

  constructor(device: Device, options: LinkOptions) {
    this.#device = device;
    this.#options = options;
  }

  /** What is used where a call asks for nothing else. */
  get wish(): HierarchyWish {
    return this.#options.wish;
  }

  /**
   * The half to ask, connected and not suppressed; or why there is none. One that a dump of ours has just suppressed is
   * waited for: another dump would suppress it again. Never throws but for the caller's signal: a device without a half
   * is observed without it.
   */
  async live(signal: AbortSignal, request: LiveRequest = {}): Promise<LiveHalf | NotLive> {
    const first = await this.#find(signal, request);
    if (!this.#isComingBack(first)) return first;
    const again = async () => {
      this.#failures.delete("service");
      const found = await this.#find(signal, request);
      return this.#isComingBack(found) ? undefined : found;
    };
    return await pollUntil(again, ASK_EVERY_MS, signal);
  }

  /** A dump of ours that held the device's UiAutomation is over: the service that it suppressed comes back by itself. */
  noteDump(dump: Omit<EndedDump, "at">): void {
    this.#dump = { ...dump, at: performance.now() };
  }

  #isComingBack(found: LiveHalf | NotLive): boolean {
    if (isLive(found) || this.#dump === null || performance.now() - this.#dump.at > REBIND_MS) return false;
    if (isOfTransport(found.reason)) return false;
    // Without a binding Android may have ended its process, so that there is nothing to connect to for a moment.
    return this.#dump.suppressed || found.reason.code === "ON_DEVICE_SUPPRESSED";
  }

  async #find(signal: AbortSignal, request: LiveRequest): Promise<LiveHalf | NotLive> {
    const { wish = this.#options.wish, device = this.#device } = request;
    signal.throwIfAborted();
    if (wish === "uiautomator") return quiet("UNSUPPORTED_ON_DEVICE", "the on-device half is not wanted");
    const { ways } = this.#options;
    if (ways === null) return quiet("ON_DEVICE_NOT_BOUND", "the on-device half is not used");
    const kinds = this.#kindsFor(wish);
    let first: NotLive | undefined;
    for (const kind of kinds) {
      const found = await this.#liveOf(kind, { ways, device }, signal);
      if (isLive(found)) return found;
      if (first === undefined || found.isWorthSaying) first = found;
      // A UiAutomation that suppresses the service keeps the shell host's out, too.
      if (found.reason.code === "ON_DEVICE_SUPPRESSED") break;
    }
    return first ?? quiet("ON_DEVICE_NOT_BOUND", "no on-device half is allowed");
  }

  /** The half that is connected and usable now, whatever would be preferred; undefined without one. Asks nothing. */
  get current(): LiveHalf | undefined {
    return [...this.#halves.values()].find((half) => half.isUsable);
  }

  /**
   * The Android user of the window in front, as the window manager tells it. Each user has a service of its own, and
   * Android binds that of the user in front; windows of a work profile are of another user, and seen by the same service.
   */
  noteUser(user: number): void {
    if (user !== this.#user) this.#failures.delete("service");
    this.#user = user;
  }

  /** Something was set up or taken away: what was not there may be there now. */
  reconsider(): void {
    this.#failures.clear();
  }

  /** Ends the connections, and a shell host that was started here; those under way fail. Safe to call twice. */
  close(): void {
    this.#closing.abort(
      new FoveaError("CANCELLED", `the link to the on-device half of ${this.#device.serial} was closed`),
    );
    for (const half of this.#halves.values()) half.client.close();
    this.#halves.clear();
    this.#endShellHost();
  }

  /** Gives the device's one UiAutomation back, for a call that needs it. */
  releaseUiAutomation(): void {
    this.#halves.get("shell")?.client.close();
    this.#halves.delete("shell");
    this.#endShellHost();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #kindsFor(wish: HierarchyWish): readonly Kind[] {
    if (wish === "service" || wish === "shell") return [wish];
    return this.#options.mayStartShellHost ? ["service", "shell"] : ["service"];
  }

  async #liveOf(kind: Kind, how: How, signal: AbortSignal): Promise<LiveHalf | NotLive> {
    const known = this.#halves.get(kind);
    const isSettled = kind === "shell" || known?.client.hello.user === this.#user;
    if (known && !known.client.ended.aborted) {
      if (known.isUsable) return known;
      if (isSettled) return suppressed(this.#device.serial);
    }
    const failed = this.#failures.get(kind);
    if (failed && performance.now() - failed.at < LOOK_AGAIN_MS) return failed.failure;
    return await abortable(this.#connectOnce(kind, how), signal);
  }

  /** Callers that come meanwhile wait for the same connection; that one of them gives up does not end it. */
  #connectOnce(kind: Kind, how: How): Promise<LiveHalf | NotLive> {
    const underWay = this.#connecting.get(kind);
    if (underWay) return underWay;
    const connecting = this.#connect(kind, how).finally(() => this.#connecting.delete(kind));
    this.#connecting.set(kind, connecting);
    return connecting;
  }

  async #connect(kind: Kind, how: How): Promise<LiveHalf | NotLive> {
    const { signal: lifetime } = this.#closing;
    try {
      using limit = deadline(CONNECT_MS[kind], `connecting to the on-device half of ${this.#device.serial}`, lifetime);
      const half = await (kind === "service"
        ? this.#connectService(how, limit.signal)
        : this.#startShell(how, limit.signal));
      this.#halves.get(kind)?.client.close();
      this.#halves.set(kind, half);
      this.#failures.delete(kind);
      return half.isUsable ? half : suppressed(this.#device.serial);
    } catch (error) {
      const coded = toFoveaError(error);
      const failure = notLive(kind, coded, this.#device.serial);
      // A device that is gone tells nothing of what is there when it is back.
      if (!isOfTransport(coded)) this.#failures.set(kind, { failure, at: performance.now() });
      return failure;
    }
  }

  /** The service of the user in front; where it is not there, the window may be of a work profile of the first user. */
  async #connectService(how: How, signal: AbortSignal): Promise<LiveHalf> {
    const user = this.#user;
    try {
      return await this.#connectServiceOf(user, how, signal);
    } catch (error) {
      if (user === FIRST_USER || !isFoveaError(error, "SERVICE_REFUSED")) throw error;
      return await this.#connectServiceOf(FIRST_USER, how, signal);
    }
  }

  async #connectServiceOf(user: number, how: How, signal: AbortSignal): Promise<LiveHalf> {
    const client = await this.#open(serviceSocket(user), how.device, signal);
    return await this.#listen(client, signal, async () => {
      const { host, package: name, user: itsUser } = client.hello;
      if (host !== "service" || name !== PACKAGE || itsUser !== user) throw this.#impostor("it is another program");
      if (this.#trusted.has(client.hello.epoch)) return;
      // The system has no record of a service that is unbound, so that nothing vouches for it now.
      if (client.hello.state === "suppressed") throw suppressedError(this.#device.serial);
      const [epoch] = await Promise.all([
        how.ways.serviceEpoch(how.device, user, signal),
        how.ways.requireOurs(how.device, signal),
      ]);
      if (epoch !== client.hello.epoch) throw this.#impostor("the system does not know its process");
      this.#trusted.add(epoch);
    });
  }

  async #startShell(how: How, signal: AbortSignal): Promise<LiveHalf> {
    this.#endShellHost();
    const host = await how.ways.startShellHost(how.device, signal);
    this.#shellHost = host;
    try {
      const client = await this.#open(host.socket, how.device, signal);
      return await this.#listen(client, signal, async () => {
        const isIt = client.hello.host === "shell" && client.hello.epoch === host.epoch && host.socket === SHELL_SOCKET;
        if (!isIt) throw this.#impostor("it is not the program that was started");
      });
    } catch (error) {
      this.#endShellHost();
      throw error;
    }
  }

  /** The stream has to outlive the call that opens it. */
  async #open(socket: string, device: Device, signal: AbortSignal): Promise<OnDeviceClient> {
    const opening = device.openService(`localabstract:${socket}`, this.#closing.signal);
    opening.then(
      (stream) => signal.aborted && stream.close(),
      () => {},
    );
    const stream = await abortable(opening, signal);
    const client = `fovea ${packageVersion()}`;
    return await OnDeviceClient.connect(stream, { serial: this.#device.serial, client }, signal);
  }

  async #listen(client: OnDeviceClient, signal: AbortSignal, check: () => Promise<void>): Promise<LiveHalf> {
    try {
      await check();
      return await LiveHalf.on(client, signal);
    } catch (error) {
      client.close();
      throw error;
    }
  }

  #impostor(why: string): FoveaError {
    const { serial } = this.#device;
    const message = `what answers under the on-device half's name on ${serial} is not trusted: ${why}`;
    return new FoveaError("ON_DEVICE_UNTRUSTED", message, { device: serial });
  }

  #endShellHost(): void {
    this.#shellHost?.close();
    this.#shellHost = null;
  }
}

interface EndedDump {
  /** Whether the service was there before. */
  readonly suppressed: boolean;
  /** performance.now() */
  readonly at: number;
}

interface How {
  readonly ways: OurWays;
  readonly device: Device;
}

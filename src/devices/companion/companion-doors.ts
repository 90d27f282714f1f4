import { packageVersion } from "../../base/assets.js";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { abortable, pollUntil } from "../../base/signals.js";
import type { Device } from "../device.js";
import { DUMP_NAME, OUR_NAME } from "./automations.js";
import { OnDeviceClient } from "./companion-client.js";
import { LiveCompanion } from "./live-companion.js";
import { PACKAGE, SHELL_SOCKET, serviceSocket } from "./names.js";
import { suppressedError } from "./not-live.js";
import type { OurWays } from "./our-ways.js";
import type { ShellHost } from "./shell-host.js";

/** How to open one connection. */
export interface How {
  readonly ways: OurWays;
  /** The device through which it is opened; its requests may be counted. */
  readonly device: Device;
  /** Whether a companion may be started in adb's shell; else only a running one is used. */
  readonly starts: boolean;
}

/** The user that is assumed if the current user is unknown. */
export const FIRST_USER = 0;

const ENDING_MS = 1_000;
const ASK_EVERY_MS = 100;

/**
 * Opens connections to the companions of one device. The name of a socket proves nothing. A connection is used only if
 * the answering process has the same epoch as the system reports, and the installed package has our certificate.
 */
export class CompanionDoors {
  readonly #serial: string;
  /** Connections last until this signal aborts, even if the call that opened them has ended. */
  readonly #lifetime: AbortSignal;
  readonly #trusted = new Set<string>();
  #shellHost: ShellHost | null = null;
  #mayBeOurDump = false;

  constructor(serial: string, lifetime: AbortSignal) {
    this.#serial = serial;
    this.#lifetime = lifetime;
  }

  /**
   * Opens the service of this user. If it is not there, tries the first user's: the window in front may be of that
   * user's work profile.
   */
  async openService(user: number, how: How, signal: AbortSignal): Promise<LiveCompanion> {
    try {
      return await this.#openServiceOf(user, how, signal);
    } catch (error) {
      if (user === FIRST_USER || !isFoveaError(error, "SERVICE_REFUSED")) throw error;
      return await this.#openServiceOf(FIRST_USER, how, signal);
    }
  }

  /**
   * Opens the companion in adb's shell: one that another program has started, else one of our own. Starts nothing if
   * another program uses the device's UiAutomation. Errors: as startShellHost.
   */
  async openShell(how: How, signal: AbortSignal): Promise<LiveCompanion> {
    this.endShellHost();
    if (!how.starts) return await this.#openRunning(how, signal);
    this.#mayBeOurDump = true;
    const shared = await this.#openShared(how, signal);
    if (shared) return shared;
    try {
      return await this.#startShell(how, signal);
    } catch (error) {
      if (!isFoveaError(error, "ON_DEVICE_FAILED")) throw error;
      // Another program may have started one at the same moment, and removed the file from which ours was to start.
      return await this.#openRunning(how, signal).catch(() => Promise.reject(error));
    }
  }

  /** Whether UiAutomation, when the companion was to be started, may have been used by a dump of this program. */
  get mayBeOurDump(): boolean {
    return this.#mayBeOurDump;
  }

  /** Ends the companion that was started here; those of other programs stay. */
  endShellHost(): void {
    this.#shellHost?.close();
    this.#shellHost = null;
  }

  async #openServiceOf(user: number, how: How, signal: AbortSignal): Promise<LiveCompanion> {
    const client = await this.#open(serviceSocket(user), how.device, signal);
    return await this.#listen(client, signal, async () => {
      const { host, package: name, user: itsUser } = client.hello;
      if (host !== "service" || name !== PACKAGE || itsUser !== user) throw this.#impostor("it is another program");
      if (this.#trusted.has(client.hello.epoch)) return;
      // The system has no record of an unbound service, so nothing can confirm it now.
      if (client.hello.state === "suppressed") throw suppressedError(this.#serial);
      const [epoch] = await Promise.all([
        how.ways.serviceEpoch(how.device, user, signal),
        how.ways.requireOurs(how.device, signal),
      ]);
      if (epoch !== client.hello.epoch) throw this.#impostor("the system does not know its process");
      this.#trusted.add(epoch);
    });
  }

  /**
   * Opens a running companion that the shell user confirms; null if there is none. One that is ending keeps
   * UiAutomation for a moment longer than its socket. Errors: UIAUTOMATION_BUSY if another program uses it, or if that
   * moment does not end.
   */
  async #openShared(how: How, signal: AbortSignal): Promise<LiveCompanion | null> {
    const until = performance.now() + ENDING_MS;
    const look = async () => {
      const { epoch, busy } = await how.ways.findShellHost(how.device, signal);
      const companion = epoch === null ? null : await this.#openLeft(epoch, how, signal);
      if (companion !== null || busy === null) return companion;
      this.#mayBeOurDump = busy.by === DUMP_NAME;
      if (busy.by === OUR_NAME && performance.now() < until) return undefined;
      const message = `${this.#serial}: ${busy.by ?? "another program"} holds the device's only UiAutomation`;
      throw new FoveaError("UIAUTOMATION_BUSY", message, { device: this.#serial });
    };
    return await pollUntil(look, ASK_EVERY_MS, signal);
  }

  /** Null if no process listens: the file remains when a process is killed. */
  async #openLeft(epoch: string, how: How, signal: AbortSignal): Promise<LiveCompanion | null> {
    try {
      return await this.#openShellOf(epoch, how, signal);
    } catch (error) {
      if (isFoveaError(error, "SERVICE_REFUSED")) return null;
      throw error;
    }
  }

  async #openRunning(how: How, signal: AbortSignal): Promise<LiveCompanion> {
    const epoch = await how.ways.shellEpoch(how.device, signal);
    const companion = epoch === null ? null : await this.#openLeft(epoch, how, signal);
    if (companion) return companion;
    const message = `no companion runs in adb's shell of ${this.#serial}`;
    throw new FoveaError("ON_DEVICE_NOT_BOUND", message, { device: this.#serial });
  }

  async #startShell(how: How, signal: AbortSignal): Promise<LiveCompanion> {
    const host = await how.ways.startShellHost(how.device, signal);
    this.#shellHost = host;
    try {
      return await this.#openShellOf(host.epoch, how, signal);
    } catch (error) {
      this.endShellHost();
      throw error;
    }
  }

  async #openShellOf(epoch: string, how: How, signal: AbortSignal): Promise<LiveCompanion> {
    const client = await this.#open(SHELL_SOCKET, how.device, signal);
    return await this.#listen(client, signal, async () => {
      const isIt = client.hello.host === "shell" && client.hello.epoch === epoch;
      if (!isIt) throw this.#impostor("it is not the program that was started");
    });
  }

  /** Opens the stream with the longer lifetime: it has to outlive the call. */
  async #open(socket: string, device: Device, signal: AbortSignal): Promise<OnDeviceClient> {
    const opening = device.openService(`localabstract:${socket}`, this.#lifetime);
    opening.then(
      (stream) => signal.aborted && stream.close(),
      () => {},
    );
    const stream = await abortable(opening, signal);
    const client = `fovea ${packageVersion()}`;
    return await OnDeviceClient.connect(stream, { serial: this.#serial, client }, signal);
  }

  async #listen(client: OnDeviceClient, signal: AbortSignal, check: () => Promise<void>): Promise<LiveCompanion> {
    try {
      await check();
      return await LiveCompanion.on(client, signal);
    } catch (error) {
      client.close();
      throw error;
    }
  }

  #impostor(why: string): FoveaError {
    const message = `what answers under the companion's name on ${this.#serial} is not trusted: ${why}`;
    return new FoveaError("ON_DEVICE_UNTRUSTED", message, { device: this.#serial });
  }
}

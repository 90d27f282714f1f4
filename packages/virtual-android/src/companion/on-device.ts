import type { DeviceParts } from "../device-parts.js";
import type { ServiceRunner } from "../framework/accessibility-services.js";
import type { Framework } from "../framework/framework.js";
import { splitComponent } from "../framework/packages.js";
import type { AppProcess } from "../framework/processes.js";
import type { WindowRecord } from "../framework/window-record.js";
import type { LaunchResult, PhoneIntent } from "../intent.js";
import type { RunningServiceState } from "../phone-state.js";
import type { PhoneTime } from "../phone-time.js";
import type { ScreenPixels } from "../screen-pixels.js";
import { Companion, type CompanionPhone } from "./companion.js";
import { PACKAGE, RECOVER_CLASS, SERVICE_COMPONENT, SERVICE_SOCKET, SHELL_SOCKET } from "./names.js";
import { wireFault } from "./request-faults.js";
import type { WireFault } from "./wire/host.js";
import type { Method } from "./wire/requests.js";

export interface OnDeviceParts {
  readonly framework: Framework;
  readonly time: PhoneTime;
  pixels(): ScreenPixels | null;
  windowPixels(record: WindowRecord): ScreenPixels;
}

/** The companion service's process while it runs. */
interface ServiceApp {
  readonly companion: Companion;
  readonly process: AppProcess;
  /** Closes its socket; absent if it has none, because another program is listening under the name. */
  stopSocket: (() => void) | undefined;
}

const ABSTRACT = "localabstract:";
const SQUATTER_UID = 10_999;

/**
 * The companion on one phone, for one boot: the accessibility service's process with its socket, and the program of the
 * shell. Also has the faults that tests can cause in them.
 */
export class OnDevice implements ServiceRunner, Disposable {
  readonly #parts: OnDeviceParts;
  readonly #phone: CompanionPhone;
  #device: DeviceParts | undefined;
  #service: ServiceApp | undefined;
  #shell: Companion | undefined;
  /** Time in ms that is added to the walk of each window of a package; "" for all packages. */
  readonly slowWalksMs = new Map<string, number>();
  /**
   * The newest version of the protocol for clients that connect from now on, as if the companion were an older build.
   */
  newestVersion = Number.POSITIVE_INFINITY;

  constructor(parts: OnDeviceParts) {
    this.#parts = parts;
    this.#phone = {
      ...parts,
      troubles: { slowWalksMs: this.slowWalksMs, newestVersion: () => this.newestVersion },
      costs: () => this.#device?.costs() ?? FREE,
      faultFor: (host, what) => this.#faultFor(host, what),
    };
    parts.framework.services.runner = this;
    parts.framework.runningServices = () => this.#runningServices();
    parts.framework.onStop = (packageName) => this.#stopPackage(packageName);
  }

  /** Connects it to the device, whose sockets it uses from now on. */
  join(device: DeviceParts): void {
    this.#device = device;
    const service = this.#service;
    if (service) service.stopSocket ??= this.#listen(SERVICE_SOCKET, service.companion);
  }

  isRunning(component: string): boolean {
    return component === SERVICE_COMPONENT && this.#service !== undefined;
  }

  connected(component: string): void {
    if (component === SERVICE_COMPONENT) this.startApp().companion.attach();
  }

  disconnected(component: string): void {
    if (component === SERVICE_COMPONENT) this.#service?.companion.detach();
  }

  /**
   * Starts the activity without a window that only the shell may start: it starts the process, and lets the system bind
   * the service again. Undefined for any other activity.
   */
  startActivity({ component }: PhoneIntent): LaunchResult | undefined {
    const { packages, services } = this.#parts.framework;
    const { packageName, className } = splitComponent(component ?? "");
    if (packageName !== PACKAGE || className !== RECOVER_CLASS) return undefined;
    if (!packages.find(PACKAGE)?.declaredActivities?.includes(className)) return undefined;
    const launchState = this.#service ? "WARM" : "COLD";
    this.startApp();
    services.revive(PACKAGE);
    return { outcome: "started", component: `${PACKAGE}/${RECOVER_CLASS}`, launchState, totalTimeMs: 0 };
  }

  /** Starts the service's process, as a binding or an activity of the package does. */
  startApp(): ServiceApp {
    this.#service ??= this.#launch();
    return this.#service;
  }

  isSocketTaken(host: "service" | "shell"): boolean {
    return this.#device?.listeners.isTaken(ABSTRACT + (host === "service" ? SERVICE_SOCKET : SHELL_SOCKET)) === true;
  }

  /** The service's code throws an exception: the process ends, and the system does not start it again. */
  crash(): void {
    this.#end(false);
  }

  /** The system kills the process because memory is low, and starts it again after a second. */
  kill(): void {
    this.#end(true);
  }

  /** Sends this many events at once, like an app that changes all the time. */
  storm(count: number): void {
    const { companion } = this.startApp();
    for (let i = 0; i < count; i += 1) companion.events.add(STORM);
  }

  /** The next `count` events are lost before they reach the service. */
  loseEvents(count: number): void {
    this.startApp().companion.events.skip(count);
  }

  /** From now on an app changes without events; with false, it reports its changes again. */
  mute(packageName: string, isMuted = true): void {
    const { muted } = this.#parts.framework.accessibilityEvents;
    if (isMuted) muted.add(packageName);
    else muted.delete(packageName);
  }

  /**
   * Another app listens under the socket name of a part of the companion and imitates it, with its own epoch. Gives the
   * function that ends this. Has no effect while another program listens under the name.
   */
  squat(host: "service" | "shell"): () => void {
    const fake = new Companion(this.#phone, { host, build: "1.0", ownUid: SQUATTER_UID });
    fake.attach();
    const stop = this.#listen(host === "service" ? SERVICE_SOCKET : SHELL_SOCKET, fake);
    return () => {
      stop?.();
      fake.end();
    };
  }

  /** Starts the companion shell; undefined if its socket is taken. */
  startShell(build: string): Companion | undefined {
    const companion = new Companion(this.#phone, { host: "shell", build, ownUid: 2000 });
    const stop = this.#listen(SHELL_SOCKET, companion);
    if (!stop) return undefined;
    this.#shell = companion;
    companion.attach();
    return companion;
  }

  stopShell(companion: Companion): void {
    companion.end();
    if (this.#shell !== companion) return;
    this.#shell = undefined;
    this.#device?.listeners.stop(ABSTRACT + SHELL_SOCKET);
  }

  [Symbol.dispose](): void {
    this.#service?.companion.end();
    this.#shell?.end();
  }

  /** The service while it is bound, with the lines that its `dump()` prints, which contain no text of the screen. */
  #runningServices(): readonly RunningServiceState[] {
    const service = this.#service;
    if (!service?.companion.isAttached()) return [];
    const { build, epoch } = service.companion.facts;
    const socket = service.stopSocket ? SERVICE_SOCKET : "none";
    const facts = [`version: ${build}`, `epoch: ${epoch}`, `socket: ${socket}`, "state: running"];
    const lines = facts.map((fact) => `fovea-${fact}`);
    return [{ component: SERVICE_COMPONENT, pid: service.process.pid, lines }];
  }

  #launch(): ServiceApp {
    const { kernel, packages } = this.#parts.framework;
    const uid = packages.uidOf(PACKAGE);
    const process = kernel.processes.start({ packageName: PACKAGE, uid, draws: false });
    const build = packages.find(PACKAGE)?.versionName ?? "1.0";
    const companion = new Companion(this.#phone, { host: "service", build, ownUid: uid });
    return { companion, process, stopSocket: this.#listen(SERVICE_SOCKET, companion) };
  }

  /** Listens, and gives the function that stops it; undefined if another program is listening there. */
  #listen(name: string, companion: Companion): (() => void) | undefined {
    const listeners = this.#device?.listeners;
    if (!listeners || listeners.isTaken(ABSTRACT + name)) return undefined;
    return listeners.listen(ABSTRACT + name, companion.server.accept);
  }

  #end(restarts: boolean): void {
    this.#stopProcess();
    this.#parts.framework.services.died(SERVICE_COMPONENT, restarts);
  }

  #stopPackage(packageName: string): void {
    if (packageName !== PACKAGE) return;
    const wasBound = this.#service?.companion.isAttached();
    this.#stopProcess();
    if (wasBound) this.#parts.framework.services.died(SERVICE_COMPONENT, true);
  }

  #stopProcess(): void {
    const service = this.#service;
    if (!service) return;
    this.#service = undefined;
    service.stopSocket?.();
    service.companion.end();
    this.#parts.framework.kernel.processes.kill(service.process);
  }

  #faultFor(host: "service" | "shell", what: Method | "hello"): WireFault | null {
    const device = this.#device;
    const fault = device?.faults.faultFor("request", `${host} ${what}`);
    if (!device || !fault) return null;
    return wireFault(fault, device.seed, () => (host === "service" ? this.crash() : this.#killShell()));
  }

  #killShell(): void {
    if (this.#shell) this.stopShell(this.#shell);
  }
}

const FREE = { roundTripMs: () => 0, screenshotMs: () => 0 };
const STORM = {
  type: "content",
  window: null,
  packageName: "com.fovea.storm",
  className: null,
  changes: 1,
  text: null,
} as const;

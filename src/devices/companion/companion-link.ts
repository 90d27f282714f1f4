import { FoveaError, toFoveaError } from "../../base/errors.js";
import type { Companion, HierarchySourceOption } from "../../base/options/choices.js";
import { abortable, deadline, pollUntil } from "../../base/signals.js";
import type { Device } from "../device.js";
import { CompanionDoors, FIRST_USER, type How } from "./companion-doors.js";
import { beginConnecting, type Connecting } from "./connecting.js";
import { Failures } from "./failures.js";
import { LiveCompanion } from "./live-companion.js";
import { isOfTransport, type NotLive, notLive, quiet, suppressed } from "./not-live.js";
import type { OurWays } from "./our-ways.js";

export interface LinkOptions {
  /** Null if companions cannot be distinguished from impostors: then no companion is used. */
  readonly ways: OurWays | null;
  /** Which companions may be used; the shell's is started if needed. */
  readonly companion: Companion;
  /** False if `auto` starts none in adb's shell, but uses one that a server has started; true if absent. */
  readonly starts?: boolean;
  /** The source for calls that name none. */
  readonly preference: HierarchySourceOption;
}

/** No companion is used, because of an option or because the device has none. */
export const NO_COMPANION: LinkOptions = { ways: null, companion: "off", preference: "auto" };

export function isLive(companion: LiveCompanion | NotLive): companion is LiveCompanion {
  return companion instanceof LiveCompanion;
}

export interface LiveRequest {
  readonly preference?: HierarchySourceOption;
  /** The device through which a connection is opened if needed; its requests may be counted. */
  readonly device?: Device;
  /** Whether the caller waits for a companion that is starting, even if no option names it. */
  readonly waits?: boolean | "a while";
}

/** The time limits of connecting; they include starting a program on a slow device. */
const CONNECT_MS = { service: 5_000, shell: 25_000 } as const;
/** Android binds the services again within some hundred milliseconds after UiAutomation ends. */
const REBIND_MS = 5_000;
const ASK_EVERY_MS = 50;
/** How long the report that the UiAutomation is held may take. */
const JUST_MS = 1_000;
const ALLOWED: Readonly<Record<Companion, readonly Kind[]>> = {
  auto: ["service", "shell"],
  service: ["service"],
  shell: ["shell"],
  off: [],
};

type Kind = "service" | "shell";

/**
 * The connections to the companions of one device: at most one to each host, opened at the first request and again
 * after a loss. The name of a socket proves nothing. A connection is used only if the answering process has the same
 * epoch as the system reports, and the installed package has our certificate.
 */
export class OnDeviceLink implements Disposable {
  readonly #device: Device;
  readonly #options: LinkOptions;
  readonly #closing = new AbortController();
  readonly #companions = new Map<Kind, LiveCompanion>();
  readonly #failures = new Failures<Kind>();
  readonly #connecting = new Map<Kind, Connecting>();
  readonly #doors: CompanionDoors;
  readonly #reported = new Set<string>();
  #user = FIRST_USER;
  #dump: EndedDump | null = null;
  /** How many dumps of Fovea run now. */
  #dumping = 0;
  /** A start of the companion failed because a dump of Fovea used UiAutomation. */
  #lostToDump = false;
  /** A companion has started in adb's shell, and no start has failed since. */
  #hasCome = false;

  constructor(device: Device, options: LinkOptions) {
    this.#device = device;
    this.#options = options;
    this.#doors = new CompanionDoors(device.serial, this.#closing.signal);
  }

  /** The source for calls that name none. */
  get preference(): HierarchySourceOption {
    return this.#options.preference;
  }

  /**
   * The connected companion that is not suppressed, or the reason why there is none. Waits for a companion that a dump
   * of Fovea has just suppressed: another dump would suppress it again. Throws only the caller's signal: a device
   * without a companion is observed without it.
   */
  async live(signal: AbortSignal, request: LiveRequest = {}): Promise<LiveCompanion | NotLive> {
    const first = await this.#find(signal, request);
    if (!this.#isComingBack(first)) return first;
    const again = async () => {
      this.#failures.forget("service");
      const found = await this.#find(signal, request);
      return this.#isComingBack(found) ? undefined : found;
    };
    return await pollUntil(again, ASK_EVERY_MS, signal);
  }

  /**
   * Call it when a dump of Fovea, which used the device's UiAutomation, is over: the service that it suppressed returns
   * by itself.
   */
  noteDump(dump: Omit<EndedDump, "at">): void {
    this.#dump = { ...dump, at: performance.now() };
  }

  #isComingBack(found: LiveCompanion | NotLive): boolean {
    if (isLive(found) || this.#dump === null || performance.now() - this.#dump.at > REBIND_MS) return false;
    if (isOfTransport(found.reason)) return false;
    // Android may have ended the process of an unbound service, so that for a moment no socket exists.
    return this.#dump.suppressed || found.reason.code === "ON_DEVICE_SUPPRESSED";
  }

  async #find(signal: AbortSignal, request: LiveRequest): Promise<LiveCompanion | NotLive> {
    const { preference = this.#options.preference, device = this.#device, waits = false } = request;
    signal.throwIfAborted();
    if (preference === "uiautomator") return quiet("UNSUPPORTED_ON_DEVICE", "the companion is not wanted");
    const { ways, companion, starts: mayStart = true } = this.#options;
    if (ways === null) return quiet("ON_DEVICE_NOT_BOUND", "the companion is not used");
    let first: NotLive | undefined;
    for (const kind of this.#kindsFor(preference)) {
      const isNamed = preference === kind || companion === kind;
      const starts = mayStart || isNamed;
      const found = await this.#liveOf(
        kind,
        { ways, device, starts },
        isNamed || !starts || kind === "service" || waits,
        signal,
      );
      if (isLive(found)) return found;
      if (first === undefined || found.isFault || found.starting) first = found;
      // A UiAutomation that suppresses the service also blocks the shell host.
      if (found.reason.code === "ON_DEVICE_SUPPRESSED") break;
    }
    return first ?? quiet("ON_DEVICE_NOT_BOUND", `--companion ${companion} keeps the companion from being used`);
  }

  /**
   * Whether this reason was not reported yet. If no option names a companion, its absence is reported once, until one
   * was connected.
   */
  isNews({ code }: NotLive["reason"]): boolean {
    if (this.#options.companion !== "auto") return true;
    const isNew = !this.#reported.has(code);
    this.#reported.add(code);
    return isNew;
  }

  /**
   * A companion that is connected and usable now, whatever the preference; undefined if there is none. Sends nothing.
   */
  get current(): LiveCompanion | undefined {
    return [...this.#companions.values()].find((companion) => companion.isUsable);
  }

  /**
   * Takes the Android user of the window in front, from the window manager. Each user has a copy of the service, and
   * Android binds the copy of the current user. Windows of a work profile belong to another user, but the same service
   * reads them.
   */
  noteUser(user: number): void {
    if (user !== this.#user) this.#failures.forget("service");
    this.#user = user;
  }

  /** Call it after a companion was set up or removed: forgets that it was missing. */
  reconsider(): void {
    this.#failures.clear();
  }

  /** Ends the connections, and a shell host that was started here; pending requests fail. Safe to call twice. */
  close(): void {
    this.#closing.abort(new FoveaError("CANCELLED", `the link to the companion of ${this.#device.serial} was closed`));
    for (const companion of this.#companions.values()) companion.client.close();
    this.#companions.clear();
    this.#doors.endShellHost();
  }

  /**
   * Call it before a dump, which needs the device's only UiAutomation until the result is disposed of: the companion in
   * adb's shell is ended. With `alongside` a companion that is being started continues: the first of the two uses it.
   */
  dumping({ alongside }: { readonly alongside: boolean }): Disposable {
    const starting = this.#connecting.get("shell");
    if (!(alongside && starting)) this.#endShell(starting);
    this.#dumping += 1;
    return {
      [Symbol.dispose]: () => {
        this.#dumping -= 1;
        if (this.#dumping === 0) this.#startLost();
      },
    };
  }

  /** Starts the companion that could not start just now because of dumps of Fovea. */
  #startLost(): void {
    const { ways } = this.#options;
    if (!this.#lostToDump || ways === null || this.#closing.signal.aborted) return;
    this.#lostToDump = false;
    void this.#connectOnce("shell", { ways, device: this.#device, starts: true });
  }

  #endShell(starting?: Connecting): void {
    starting?.cancel.abort(new FoveaError("CANCELLED", `${this.#device.serial}: the UiAutomation is needed`));
    this.#companions.get("shell")?.client.close();
    this.#companions.delete("shell");
    this.#doors.endShellHost();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #kindsFor(preference: HierarchySourceOption): readonly Kind[] {
    const allowed = ALLOWED[this.#options.companion];
    return preference === "auto" ? allowed : allowed.filter((kind) => kind === preference);
  }

  async #liveOf(
    kind: Kind,
    how: How,
    waits: boolean | "a while",
    signal: AbortSignal,
  ): Promise<LiveCompanion | NotLive> {
    const known = this.#companions.get(kind);
    const isSettled = kind === "shell" || known?.client.hello.user === this.#user;
    if (known && !known.client.ended.aborted) {
      if (known.isUsable) return known;
      if (isSettled) return suppressed(this.#device.serial);
    }
    const failed = this.#failures.of(kind);
    if (failed) return failed;
    const { result, headStart, patience } = this.#connectOnce(kind, how);
    if (waits === true) return await abortable(result, signal);
    const soon = await abortable(Promise.race([result, waits ? patience : headStart]), signal);
    return soon ?? { ...quiet("ON_DEVICE_NOT_BOUND", "the companion is being started"), starting: result };
  }

  /** Callers at the same time wait for the same connection; it continues even if one of them gives up. */
  #connectOnce(kind: Kind, how: How): Connecting {
    const underWay = this.#connecting.get(kind);
    if (underWay) return underWay;
    const connect = async (cancelled: AbortSignal) =>
      await this.#connect(kind, how, cancelled).finally(() => this.#connecting.delete(kind));
    const connecting = beginConnecting(connect, this.#hasCome);
    this.#connecting.set(kind, connecting);
    return connecting;
  }

  async #connect(kind: Kind, how: How, cancel: AbortSignal): Promise<LiveCompanion | NotLive> {
    const { serial } = this.#device;
    const lifetime = AbortSignal.any([this.#closing.signal, cancel]);
    try {
      using limit = deadline(CONNECT_MS[kind], `connecting to the companion of ${serial}`, lifetime);
      const companion = await (kind === "service"
        ? this.#doors.openService(this.#user, how, limit.signal)
        : this.#doors.openShell(how, limit.signal));
      this.#companions.get(kind)?.client.close();
      this.#companions.set(kind, companion);
      this.#failures.forget(kind);
      if (kind === "shell") this.#hasCome = true;
      if (kind === "service") this.#endShell(this.#connecting.get("shell"));
      if (companion.isUsable) this.#reported.clear();
      return companion.isUsable ? companion : suppressed(serial);
    } catch (error) {
      const coded = toFoveaError(error);
      if (coded.code === "UIAUTOMATION_BUSY" && this.#doors.mayBeOurDump && this.#hasJustDumped()) {
        this.#lostToDump = this.#dumping > 0;
        this.#hasCome = true;
        return { ...quiet(coded.code, `${serial}: uiautomator was reading the screen`), isBlockedByDump: true };
      }
      if (kind === "shell") this.#hasCome = false;
      const failure = notLive(kind, coded, serial);
      // The failure of a device that is gone proves nothing about its state after its return.
      if (!isOfTransport(coded) && coded.code !== "CANCELLED") this.#failures.note(kind, failure);
      return failure;
    }
  }

  #hasJustDumped(): boolean {
    return this.#dumping > 0 || (this.#dump !== null && performance.now() - this.#dump.at < JUST_MS);
  }
}

interface EndedDump {
  /** Whether the service was connected before the dump. */
  readonly suppressed: boolean;
  /** performance.now() when the dump ended. */
  readonly at: number;
}

import type { AccessibilityNotice } from "../framework/accessibility-events.js";
import type { Framework } from "../framework/framework.js";
import type { WindowRecord } from "../framework/window-record.js";
import { lastingController } from "../lasting-controller.js";
import type { PhoneTime } from "../phone-time.js";
import type { ScreenPixels } from "../screen-pixels.js";
import { EventRing } from "./event-ring.js";
import { methodsOf } from "./methods/methods.js";
import type { CompanionCosts, CompanionFaults, CompanionParts } from "./parts.js";
import { releaseOf } from "./release.js";
import { Screen } from "./screen.js";
import { Touches } from "./touches.js";
import { TreeStore } from "./tree-store.js";
import type { Host, HostClock, HostFacts, WireFault } from "./wire/host.js";
import type { Method } from "./wire/requests.js";
import { WireServer } from "./wire/server.js";

/** The parts of the phone that a process of the companion uses. */
export interface CompanionPhone {
  readonly framework: Framework;
  readonly time: PhoneTime;
  readonly troubles: CompanionFaults;
  costs(): CompanionCosts;
  pixels(): ScreenPixels | null;
  windowPixels(record: WindowRecord): ScreenPixels;
  faultFor(host: "service" | "shell", what: Method | "hello"): WireFault | null;
}

export interface CompanionOptions {
  readonly host: "service" | "shell";
  readonly build: string;
  readonly ownUid: number;
}

/** One process of the companion, which serves the protocol from the phone's screen. */
export class Companion implements Host {
  readonly facts: HostFacts;
  readonly clock: HostClock;
  readonly events: EventRing;
  readonly methods: Host["methods"];
  readonly ownUid: number;
  readonly server: WireServer;
  readonly #phone: CompanionPhone;
  readonly #screen: Screen;
  #attachedAt: number | null = null;
  #stopListening: () => void = () => {};
  readonly #ended = lastingController();

  constructor(phone: CompanionPhone, { host, build, ownUid }: CompanionOptions) {
    const { framework } = phone;
    const { apiLevel, random } = framework.kernel;
    this.#phone = phone;
    this.ownUid = ownUid;
    this.clock = clockOf(phone);
    this.events = new EventRing(() => this.clock.now());
    const epoch = random.uuid().replaceAll("-", "").slice(0, 16);
    this.facts = { host, build, apiLevel, epoch, ...releaseOf(host, apiLevel) };
    this.#screen = new Screen(framework);
    this.methods = methodsOf(this.#parts());
    this.server = new WireServer(this);
  }

  newestVersion(): number {
    return this.#phone.troubles.newestVersion();
  }

  isAttached(): boolean {
    return this.#attachedAt !== null;
  }

  faultFor(what: Method | "hello"): WireFault | null {
    return this.#phone.faultFor(this.facts.host, what);
  }

  /** The accessibility connection exists from now on: events arrive. */
  attach(): void {
    if (this.#attachedAt !== null) return;
    this.#attachedAt = this.clock.now();
    this.#stopListening = this.#phone.framework.accessibilityEvents.listen((notice) => this.#take(notice));
    this.#sayState("running");
  }

  /** The accessibility connection has ended: no more events arrive, and requests fail with SUPPRESSED. */
  detach(): void {
    if (this.#attachedAt === null) return;
    this.#attachedAt = null;
    this.#stopListening();
    this.#sayState("suppressed");
  }

  /** Aborts when the process has ended. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Ends the process. */
  end(): void {
    this.#ended.abort(new Error("the process ended"));
    this.#stopListening();
    this.server.endAll();
  }

  #sayState(text: "running" | "suppressed"): void {
    this.events.add({ type: "service", window: null, packageName: null, className: null, changes: 0, text });
  }

  #take({ window, ...notice }: AccessibilityNotice): void {
    this.events.add({ ...notice, window: window && this.#screen.idOf(window) });
  }

  #parts(): CompanionParts {
    const { framework, troubles } = this.#phone;
    const { scheduler, random } = framework.kernel;
    return {
      facts: this.facts,
      clock: this.clock,
      events: this.events,
      screen: this.#screen,
      trees: new TreeStore(),
      hung: new Map(),
      key: Buffer.from(random.uuid()),
      touches: new Touches(() => framework.pointer, this.clock, scheduler),
      startedAtMs: this.clock.now(),
      troubles,
      costs: () => this.#phone.costs(),
      pixels: () => this.#phone.pixels(),
      windowPixels: (record) => this.#phone.windowPixels(record),
      attachedAtMs: () => this.#attachedAt,
    };
  }
}

function clockOf({ framework, time }: CompanionPhone): HostClock {
  const { scheduler } = framework.kernel;
  return {
    now: () => scheduler.now,
    after: (ms, run) => time.schedule(time.nowMs() + ms, run),
    sleep: (ms, signal) => time.sleep(ms, signal),
  };
}

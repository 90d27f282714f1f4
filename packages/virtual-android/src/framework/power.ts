import type { PowerState } from "../phone-state.js";
import type { Kernel } from "./kernel.js";

/** The shortest time between two touches that the power manager gets (MIN_TIME_BETWEEN_USERACTIVITIES). */
const REPORTED_EVERY_MS = 100;

export interface PowerCallbacks {
  /** The screen was switched off or on. */
  changed(isAwake: boolean): void;
}

/** The battery, and the screen: on or off, by keys or by the screen timeout. */
export class Power {
  readonly #kernel: Kernel;
  readonly #callbacks: PowerCallbacks;
  #isAwake = true;
  #cancelTimeout: () => void = () => {};
  #lastUseMs = 0;
  batteryLevel = 100;
  isPlugged = true;

  constructor(kernel: Kernel, callbacks: PowerCallbacks) {
    this.#kernel = kernel;
    this.#callbacks = callbacks;
    this.userActivity();
  }

  get isAwake(): boolean {
    return this.#isAwake;
  }

  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    this.userActivity();
    this.#callbacks.changed(true);
  }

  sleep(): void {
    if (!this.#isAwake) return;
    this.#isAwake = false;
    this.#cancelTimeout();
    this.#callbacks.changed(false);
  }

  /** Restarts the screen timeout. */
  userActivity(): void {
    this.#cancelTimeout();
    const { settings, scheduler } = this.#kernel;
    const timeout = settings.number("system", "screen_off_timeout", 1_800_000);
    this.#cancelTimeout = scheduler.after(timeout, () => this.#timedOut());
  }

  /**
   * Notes an event of a finger or a key: keeps the time of the event itself, in whole ms
   * (InputDispatcher.pokeUserActivity).
   */
  used(): void {
    const now = Math.floor(this.#kernel.scheduler.now);
    if (now < this.#lastUseMs + REPORTED_EVERY_MS) return;
    this.#lastUseMs = now;
    this.userActivity();
  }

  state(): PowerState {
    return {
      wakefulness: this.#isAwake ? "Awake" : "Asleep",
      isInteractive: this.#isAwake,
      batteryLevel: this.batteryLevel,
      isPlugged: this.isPlugged,
      lastUseMs: this.#lastUseMs,
    };
  }

  #timedOut(): void {
    const staysOn = this.isPlugged && this.#kernel.settings.number("global", "stay_on_while_plugged_in", 0) > 0;
    if (staysOn) this.userActivity();
    else this.sleep();
  }
}

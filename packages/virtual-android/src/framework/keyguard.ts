import type { KeyguardState } from "../phone-state.js";

export type LockKind = "none" | "swipe" | "pin";

const PIN_LENGTH_MAX = 16;

/** The lock screen: whether it is shown, and how it is unlocked. */
export class Keyguard {
  readonly kind: LockKind;
  readonly #pin: string;
  readonly #changed: () => void;
  #isShowing = false;
  #isAsking = false;
  #entered = "";
  #message = "";
  /** Whether the activity in front may be shown over the lock screen. */
  isOccluded = false;

  constructor(options: { kind: LockKind; pin: string; changed: () => void }) {
    this.kind = options.kind;
    this.#pin = options.pin;
    this.#changed = options.changed;
  }

  get isShowing(): boolean {
    return this.#isShowing;
  }

  /** Whether the PIN pad is shown. */
  get isAsking(): boolean {
    return this.#isShowing && this.#isAsking;
  }

  get enteredLength(): number {
    return this.#entered.length;
  }

  get message(): string {
    return this.#message;
  }

  lock(): void {
    if (this.kind === "none") return;
    this.#isShowing = true;
    this.#reset();
  }

  /** A swipe up, MENU, or `wm dismiss-keyguard`: unlocks a swipe lock; a secure lock asks for the PIN. */
  dismiss(): void {
    if (!this.#isShowing) return;
    if (this.kind === "pin") {
      this.#isAsking = true;
      this.#message = "Enter PIN";
    } else this.#isShowing = false;
    this.#changed();
  }

  /** Returns from the PIN pad to the lock screen. */
  cancel(): void {
    this.#reset();
    this.#changed();
  }

  type(digit: string): void {
    if (!this.isAsking || this.#entered.length >= PIN_LENGTH_MAX) return;
    this.#entered += digit;
    this.#changed();
  }

  erase(): void {
    this.#entered = this.#entered.slice(0, -1);
    this.#changed();
  }

  enter(): void {
    if (!this.isAsking) return;
    if (this.#entered === this.#pin) {
      this.#isShowing = false;
      this.#reset();
    } else {
      this.#entered = "";
      this.#message = "Wrong PIN";
    }
    this.#changed();
  }

  state(): KeyguardState {
    return {
      isShowing: this.#isShowing,
      isSecure: this.kind === "pin",
      isOccluded: this.#isShowing && this.isOccluded,
    };
  }

  #reset(): void {
    this.#isAsking = false;
    this.#entered = "";
    this.#message = "";
  }
}

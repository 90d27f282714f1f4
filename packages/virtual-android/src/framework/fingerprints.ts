/** The fingerprint sensor: one finger is enrolled, and a touch counts while an app or the lock screen waits for it. */
export class Fingerprints {
  /** Whether an app or the lock screen waits for a finger. */
  isAwaited = false;
  accepted = 0;
  rejected = 0;

  touch(finger: number): void {
    if (!this.isAwaited) return;
    if (finger === ENROLLED) {
      this.accepted += 1;
      this.isAwaited = false;
    } else this.rejected += 1;
  }
}

const ENROLLED = 1;

/**
 * The limits of an emulator's network: kilobits per second up and down, 0 for none; minimum and maximum delay in ms.
 */
export class NetworkLink {
  readonly speed: [number, number] = [0, 0];
  readonly delay: [number, number] = [0, 0];
}

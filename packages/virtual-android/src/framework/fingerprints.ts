/** The fingerprint sensor: one finger is enrolled, and counts while something asks for it. */
export class Fingerprints {
  /** Whether an app or the lock screen asks for one. */
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

/** What the network of an emulator lets through: kilobits per second up and down, 0 for all; ms at least, at most. */
export class NetworkLink {
  readonly speed: [number, number] = [0, 0];
  readonly delay: [number, number] = [0, 0];
}

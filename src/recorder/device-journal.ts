import type { Frame } from "../screen/frame.js";
import type { Session } from "../session/session.js";
import type { ActNote, SessionWatcher } from "../session/session-watcher.js";

/** A picture and when it was taken. */
export interface SightedAct {
  readonly note: ActNote;
  /** The last picture since the act before, and the last one since this act; null if none was taken. */
  readonly frames: { readonly before: Frame | null; readonly after: Frame | null };
}

/**
 * Keeps the newest picture of one device for as long as something is recorded, and hands acts on with their pictures.
 */
export class DeviceJournal implements SessionWatcher {
  readonly session: Session;
  readonly #keepsFrames: () => boolean;
  readonly #onAct: (journal: DeviceJournal, act: SightedAct) => void;
  #newest: Frame | null = null;
  #atAct: Frame | null = null;

  constructor(session: Session, keepsFrames: () => boolean, onAct: (journal: DeviceJournal, act: SightedAct) => void) {
    this.session = session;
    this.#keepsFrames = keepsFrames;
    this.#onAct = onAct;
  }

  get keepsFrames(): boolean {
    return this.#keepsFrames();
  }

  /** Since the last act; null if none was taken. */
  get newestFrame(): Frame | null {
    return this.#newest;
  }

  frame(frame: Frame): void {
    if (!this.#keepsFrames()) this.#newest = null;
    else if (!this.#newest || frame.takenAt >= this.#newest.takenAt) this.#newest = frame;
  }

  sent(): void {
    this.#atAct = this.#newest;
    this.#newest = null;
  }

  acted(note: ActNote): void {
    const before = this.#atAct;
    this.#atAct = null;
    this.#onAct(this, { note, frames: { before, after: this.#newest } });
  }
}

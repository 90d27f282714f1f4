import type { Frame } from "../screen/frame.js";
import type { Session } from "../session/session.js";
import type { ActNote, SessionWatcher } from "../session/session-watcher.js";

/** An action with the screenshots before and after it. */
export interface ActWithScreenshots {
  readonly note: ActNote;
  /**
   * The last screenshot between the previous action and this one, and the last one after this action; null if none was
   * taken.
   */
  readonly frames: { readonly before: Frame | null; readonly after: Frame | null };
}

/**
 * Keeps the newest screenshot of one device while a trace is recorded, and passes actions on with their screenshots.
 */
export class DeviceJournal implements SessionWatcher {
  readonly session: Session;
  readonly #keepsFrames: () => boolean;
  readonly #onAct: (journal: DeviceJournal, act: ActWithScreenshots) => void;
  #newest: Frame | null = null;
  #atAct: Frame | null = null;

  constructor(
    session: Session,
    keepsFrames: () => boolean,
    onAct: (journal: DeviceJournal, act: ActWithScreenshots) => void,
  ) {
    this.session = session;
    this.#keepsFrames = keepsFrames;
    this.#onAct = onAct;
  }

  get keepsFrames(): boolean {
    return this.#keepsFrames();
  }

  /** The newest screenshot since the last action; null if none was taken. */
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

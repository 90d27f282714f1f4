import type { KeptFailure } from "../observe/evidence/read-drop-box.js";
import { readDropBox } from "../observe/evidence/read-drop-box.js";
import type { Session } from "../session/session.js";

/** Reads the app's crashes and hangs that Android stores. */
export class Failures {
  readonly #session: Session;
  readonly #app: string;
  readonly #redact: (text: string) => string;
  readonly #known = new Set<string>();

  constructor(session: Session, app: string, redact: (text: string) => string) {
    this.#session = session;
    this.#app = app;
    this.#redact = redact;
  }

  /** Notes the present entries, which are not from this exploration. Errors: SHELL_FAILED, those of the connection. */
  async begin(signal: AbortSignal): Promise<void> {
    await this.since(signal);
  }

  /** The entries since the last call. */
  async since(signal: AbortSignal): Promise<readonly Pick<KeptFailure, "kind" | "cause">[]> {
    const all = await readDropBox(this.#session, signal);
    const own = all.filter((one) => one.package === this.#app || one.process === this.#app);
    // Two equal entries in one second are two failures.
    const counts = new Map<string, number>();
    return own.flatMap(({ at, kind, cause }) => {
      const plain = `${at} ${kind} ${cause}`;
      const count = (counts.get(plain) ?? 0) + 1;
      counts.set(plain, count);
      const key = `${plain} ${count}`;
      if (this.#known.has(key)) return [];
      this.#known.add(key);
      return [{ kind, cause: this.#redact(cause) }];
    });
  }
}

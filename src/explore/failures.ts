import type { KeptFailure } from "../observe/evidence/read-drop-box.js";
import { readDropBox } from "../observe/evidence/read-drop-box.js";
import type { Session } from "../session/session.js";

/** What an app broke down by, as Android keeps it: crashes, and where it did not respond. */
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

  /** What is there already is nothing that we did. Errors: SHELL_FAILED, those of the connection. */
  async begin(signal: AbortSignal): Promise<void> {
    await this.since(signal);
  }

  /** Those that came since the last call. */
  async since(signal: AbortSignal): Promise<readonly Pick<KeptFailure, "kind" | "cause">[]> {
    const all = await readDropBox(this.#session, signal);
    const own = all.filter((one) => one.package === this.#app || one.process === this.#app);
    // Two of one second and kind are two anyway.
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

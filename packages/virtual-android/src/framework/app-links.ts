/** What an app's verified links are at: whether the system opens them in it without asking. */
export type LinkState = "verified" | "none" | "denied";

/** Whether each domain that an app claims was verified: all are until somebody changes one. */
export class AppLinks {
  readonly #changed = new Map<string, LinkState>();

  state(packageName: string, host: string): LinkState {
    return this.#changed.get(`${packageName} ${host}`) ?? "verified";
  }

  set(packageName: string, host: string, state: LinkState): void {
    this.#changed.set(`${packageName} ${host}`, state);
  }
}

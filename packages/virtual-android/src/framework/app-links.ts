/** The state of an app's verified links: whether the system opens them in the app without a question. */
export type LinkState = "verified" | "none" | "denied";

/** Whether each domain of an app was verified: all are, unless somebody changes one. */
export class AppLinks {
  readonly #changed = new Map<string, LinkState>();

  state(packageName: string, host: string): LinkState {
    return this.#changed.get(`${packageName} ${host}`) ?? "verified";
  }

  set(packageName: string, host: string, state: LinkState): void {
    this.#changed.set(`${packageName} ${host}`, state);
  }
}

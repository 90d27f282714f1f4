import type { ActiveNotification } from "../active-notification.js";
import type { NotificationFacts } from "./shade-views.js";

/** The notifications of all apps, newest first. */
export class ActiveNotifications {
  #entries: readonly { readonly known: ActiveNotification; readonly shown: NotificationFacts }[] = [];

  get known(): readonly ActiveNotification[] {
    return this.#entries.map(({ known }) => known);
  }

  get shown(): readonly NotificationFacts[] {
    return this.#entries.map(({ shown }) => shown);
  }

  /** Shows a notification. It replaces one with the same package, id and tag. */
  post(known: ActiveNotification, shown: NotificationFacts): void {
    const isSame = (one: ActiveNotification) =>
      one.packageName === known.packageName && one.id === known.id && one.tag === known.tag;
    this.#entries = [{ known, shown }, ...this.#entries.filter((one) => !isSame(one.known))];
  }

  remove(shown: NotificationFacts): void {
    this.#entries = this.#entries.filter((one) => one.shown !== shown);
  }

  clear(): void {
    this.#entries = [];
  }
}

/** A notification that is shown, as the notification manager keeps it. */
export interface ActiveNotification {
  readonly packageName: string;
  readonly id: number;
  readonly tag: string | null;
  readonly title: string;
  readonly text: string;
}

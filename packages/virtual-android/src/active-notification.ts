/** An active notification in the notification manager. */
export interface ActiveNotification {
  readonly packageName: string;
  readonly id: number;
  readonly tag: string | null;
  readonly title: string;
  readonly text: string;
}

/** A toast on the screen, and the app that shows it. */
export interface ToastState {
  readonly text: string;
  readonly packageName: string;
  readonly pid: number;
  readonly uid: number;
  readonly isLong: boolean;
}

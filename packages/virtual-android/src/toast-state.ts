/** A toast that is shown, and whose it is. */
export interface ToastState {
  readonly text: string;
  readonly packageName: string;
  readonly pid: number;
  readonly uid: number;
  readonly isLong: boolean;
}

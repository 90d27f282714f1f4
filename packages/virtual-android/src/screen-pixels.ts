/** The RGBA_8888 pixels of the screen in the current rotation, rows without padding. */
export interface ScreenPixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** Whether a secure window was drawn black. */
  readonly hasSecureContent: boolean;
}

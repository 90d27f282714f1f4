/** RGBA_8888 pixels of the screen in the current rotation, rows tightly packed. */
export interface ScreenPixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
  /** True if a secure window was blanked out. */
  readonly hasSecureContent: boolean;
}

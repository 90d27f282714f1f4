import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";

/** Scrolls the main content of the screen up by this number of pixels. */
export function scrollBy(phone: VirtualPhone, by: number): void {
  const { width, height } = phone.state().display.size;
  phone.hooks.scroll({ x: width / 2, y: Math.round(height * 0.7) }, by);
}

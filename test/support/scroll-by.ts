import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";

/** What fills the screen moves up by so many pixels. */
export function scrollBy(phone: VirtualPhone, by: number): void {
  const { width, height } = phone.state().display.size;
  phone.hooks.scroll({ x: width / 2, y: Math.round(height * 0.7) }, by);
}

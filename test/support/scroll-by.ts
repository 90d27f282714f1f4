import type { VirtualPhone } from "../../src/virtual-device/virtual-phone.js";

/** A finger that drags what is on the screen up by so many pixels, and rests before it lifts. */
export function scrollBy(phone: VirtualPhone, by: number): void {
  const { width, height } = phone.state().display.size;
  const at = (y: number) => ({ x: width / 2, y });
  const from = Math.round(height * 0.7);
  phone.touchDown(at(from));
  for (let step = 1; step <= 4; step += 1) phone.touchMove(at(from - (by * step) / 4));
  phone.touchUp(at(from - by));
}

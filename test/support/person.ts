import { accessibleText } from "../../packages/virtual-android/src/ui/accessibility.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import { center, type Point } from "../../src/base/geometry.js";

/** A person who touches the screen, in the phone's own time. */
export interface Person {
  touch(path: readonly [Point, ...Point[]], ms: number): Promise<void>;
  /** Taps the view with these words. */
  tap(words: string): Promise<void>;
  hold(words: string, ms: number): Promise<void>;
  /** Touches the keys of the shown keyboard; ignores the case of letters. */
  typeByKeyboard(text: string): Promise<void>;
}

const TAP_MS = 80;

export function person(phone: VirtualPhone): Person {
  const { hooks } = phone;
  const pass = async (ms: number) => await new Promise<void>((resolve) => hooks.after(ms, resolve));
  const touch: Person["touch"] = async ([first, ...rest], ms) => {
    hooks.fingerDown(first);
    const path = rest.length === 0 ? [first] : rest;
    for (const point of path) {
      await pass(ms / path.length);
      if (rest.length > 0) hooks.fingerMove(point);
    }
    hooks.fingerUp(path.at(-1) ?? first);
  };
  const at = (words: string): Point => {
    const point = hooks.find(words);
    if (!point) throw new Error(`nothing on the screen says ${JSON.stringify(words)}`);
    return point;
  };
  return {
    touch,
    tap: async (words) => await touch([at(words)], TAP_MS),
    hold: async (words, ms) => await touch([at(words)], ms),
    typeByKeyboard: async (text) => {
      for (const character of text) {
        const isKey = ({ view }: { view: Parameters<typeof accessibleText>[0] }) =>
          accessibleText(view).join("").toLowerCase() === character;
        const key = hooks.placed().find(isKey);
        if (!key) throw new Error(`the keyboard has no key ${character}`);
        await touch([center(key.visible)], TAP_MS);
        await pass(TAP_MS);
      }
    },
  };
}

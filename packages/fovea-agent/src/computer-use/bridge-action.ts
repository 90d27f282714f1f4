/** A point in pixels of the screen in its current rotation. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The screenshot that the model saw: its size in its own pixels, and the screen that it shows. */
export interface SeenImage {
  readonly width: number;
  readonly height: number;
  readonly screen: { readonly width: number; readonly height: number };
}

/** The action on a phone that a model's function call means. */
export type BridgeAction =
  | { readonly kind: "tap"; readonly at: Place; readonly count: 1 | 2 | 3; readonly holdMs: number | null }
  | { readonly kind: "type"; readonly text: string; readonly submit: boolean }
  | { readonly kind: "press"; readonly key: string }
  | { readonly kind: "swipe"; readonly from: Place; readonly to: Place }
  | { readonly kind: "open"; readonly app: string }
  | { readonly kind: "apps" }
  | { readonly kind: "wait"; readonly seconds: number }
  /** No action: the answer is a new screenshot. */
  | { readonly kind: "look" }
  /** An action that a phone cannot do; the reason in words for the model. */
  | { readonly kind: "impossible"; readonly words: string };

/** Converts a point from 0 to 999 on each axis, for an image of any size. */
export function fromThousandths({ x, y }: Place, { screen }: SeenImage): Place {
  return within({ x: ((x + 0.5) * screen.width) / 1000, y: ((y + 0.5) * screen.height) / 1000 }, screen);
}

/** Converts a point in pixels of the image, which may be smaller than the screen. */
export function fromPixels({ x, y }: Place, { width, height, screen }: SeenImage): Place {
  return within({ x: ((x + 0.5) * screen.width) / width, y: ((y + 0.5) * screen.height) / height }, screen);
}

function within({ x, y }: Place, { width, height }: SeenImage["screen"]): Place {
  const clamp = (value: number, most: number) => Math.min(Math.max(Math.floor(value), 0), most - 1);
  return { x: clamp(x, width), y: clamp(y, height) };
}

/**
 * A swipe that moves the content by `by` pixels of the image: the finger moves the other way, and stays on the screen.
 */
export function scrolled(at: Place, by: Place, seen: SeenImage): BridgeAction {
  const start = fromPixels(at, seen);
  const end = { x: at.x - by.x, y: at.y - by.y };
  const to = fromPixels(end, seen);
  if (to.x === start.x && to.y === start.y) return { kind: "impossible", words: "it scrolls by nothing" };
  return { kind: "swipe", from: start, to };
}

/** Android's names of keys, by the names that the providers' models write. */
const KEYS: Readonly<Record<string, string>> = {
  enter: "enter",
  return: "enter",
  kp_enter: "enter",
  back: "back",
  escape: "back",
  esc: "back",
  home: "home",
  backspace: "KEYCODE_DEL",
  delete: "KEYCODE_FORWARD_DEL",
  tab: "KEYCODE_TAB",
  space: "KEYCODE_SPACE",
  menu: "KEYCODE_MENU",
  recents: "KEYCODE_APP_SWITCH",
  app_switch: "KEYCODE_APP_SWITCH",
  volume_up: "KEYCODE_VOLUME_UP",
  volume_down: "KEYCODE_VOLUME_DOWN",
  power: "KEYCODE_POWER",
  up: "KEYCODE_DPAD_UP",
  down: "KEYCODE_DPAD_DOWN",
  left: "KEYCODE_DPAD_LEFT",
  right: "KEYCODE_DPAD_RIGHT",
  pageup: "KEYCODE_PAGE_UP",
  pagedown: "KEYCODE_PAGE_DOWN",
};

/** A click while keys are held, which a phone cannot do; null if no key is held. */
export function whileHeld(keys: string | readonly string[] | null | undefined): BridgeAction | null {
  const held = typeof keys === "string" ? keys : (keys ?? []).join("+");
  return held.trim() === "" ? null : { kind: "impossible", words: `a phone has no keys to hold: ${held.slice(0, 60)}` };
}

/** A press of one key. Several keys at once are a combination that only a desktop has. */
export function pressed(keys: readonly string[]): BridgeAction {
  const names = keys.flatMap((key) => key.split("+")).map((key) => key.trim().toLowerCase());
  const [name = "", ...more] = names;
  if (more.length > 0) return { kind: "impossible", words: `a phone has no key combination ${names.join("+")}` };
  const plain = name.replace(/^arrow_?/, "").replace(/^go_/, "");
  if (/^keycode_[a-z0-9_]+$/.test(plain)) return { kind: "press", key: plain.toUpperCase() };
  const key = Object.hasOwn(KEYS, plain) ? KEYS[plain] : undefined;
  return key === undefined
    ? { kind: "impossible", words: `there is no key ${JSON.stringify(name)}` }
    : { kind: "press", key };
}

import type { PhoneState } from "../../phone-state.js";
import { type DisplayView, defaultView } from "../display-views.js";
import { identityHash } from "../text.js";

/** An input device of the phone in the event hub. */
export interface InputDevice {
  readonly id: number;
  readonly name: string;
  /** The bits of InputDeviceClass and, for Android 12 and later, their names. */
  readonly classes: number;
  readonly classNames: string;
  readonly path: string;
  readonly location: string;
  readonly keyCharacterMap: string;
  /** The bits of AINPUT_SOURCE and their names. */
  readonly sources: number;
  readonly sourceNames: string;
  readonly keyboardType: number;
  /** The display of its touches; null for keys. */
  readonly touches: DisplayView | null;
}

/** The virtual keyboard of injected keys, the side keys, and one touch screen. */
export function devicesOf(state: PhoneState): readonly InputDevice[] {
  return [VIRTUAL, SIDE_KEYS, { ...TOUCH_SCREEN, touches: defaultView(state) }];
}

/** The descriptor is a SHA-1 hash of the device's identity. */
export function descriptorOf(device: InputDevice): string {
  return ["a", "b", "c", "d", "e", "f"]
    .map((part) => identityHash(`${part} ${device.name}`).padStart(7, "0"))
    .join("")
    .slice(0, 40);
}

const VIRTUAL: InputDevice = {
  id: -1,
  name: "Virtual",
  classes: 0x40000023,
  classNames: "KEYBOARD | ALPHAKEY | DPAD | VIRTUAL",
  path: "<virtual>",
  location: "",
  keyCharacterMap: "Virtual",
  sources: 0x301,
  sourceNames: "KEYBOARD | DPAD",
  keyboardType: 2,
  touches: null,
};

const SIDE_KEYS: InputDevice = {
  ...VIRTUAL,
  id: 1,
  name: "gpio-keys",
  classes: 0x1,
  classNames: "KEYBOARD",
  path: "/dev/input/event0",
  location: "gpio-keys/input0",
  keyCharacterMap: "Generic",
  sources: 0x101,
  sourceNames: "KEYBOARD",
  keyboardType: 1,
};

const TOUCH_SCREEN: InputDevice = {
  ...SIDE_KEYS,
  id: 2,
  name: "touch_panel",
  classes: 0x14,
  classNames: "TOUCH | TOUCH_MT",
  path: "/dev/input/event1",
  location: "touch_panel/input0",
  sources: 0x1002,
  sourceNames: "TOUCHSCREEN",
  keyboardType: 0,
};

import type { Size } from "../../../../src/base/geometry.js";

/** One device of /dev/input in getevent's list. */
export interface EventDevice {
  readonly path: string;
  readonly name: string;
  readonly location: string;
  readonly keys: readonly string[];
  readonly axes: readonly { readonly name: string; readonly max: number }[];
  readonly properties: readonly string[];
}

/** The codes and types of linux/input-event-codes.h. */
export const CODES: Readonly<Record<string, number>> = {
  EV_SYN: 0x0000,
  EV_KEY: 0x0001,
  EV_ABS: 0x0003,
  SYN_REPORT: 0x0000,
  KEY_VOLUMEDOWN: 0x0072,
  KEY_VOLUMEUP: 0x0073,
  KEY_POWER: 0x0074,
  BTN_TOUCH: 0x014a,
  ABS_MT_SLOT: 0x002f,
  ABS_MT_TOUCH_MAJOR: 0x0030,
  ABS_MT_POSITION_X: 0x0035,
  ABS_MT_POSITION_Y: 0x0036,
  ABS_MT_TRACKING_ID: 0x0039,
};

/** The path of the touch screen. */
export const TOUCH_PATH = "/dev/input/event1";

/** The side keys and the touch screen, as in `dumpsys input`; getevent numbers them in the order of the folder. */
export function eventDevices({ width, height }: Size): readonly EventDevice[] {
  return [
    {
      path: TOUCH_PATH,
      name: "touch_panel",
      location: "touch_panel/input0",
      keys: ["BTN_TOUCH"],
      axes: [
        { name: "ABS_MT_SLOT", max: 9 },
        { name: "ABS_MT_TOUCH_MAJOR", max: 255 },
        { name: "ABS_MT_POSITION_X", max: width - 1 },
        { name: "ABS_MT_POSITION_Y", max: height - 1 },
        { name: "ABS_MT_TRACKING_ID", max: 65_535 },
      ],
      properties: ["INPUT_PROP_DIRECT"],
    },
    {
      path: "/dev/input/event0",
      name: "gpio-keys",
      location: "gpio-keys/input0",
      keys: ["KEY_VOLUMEDOWN", "KEY_VOLUMEUP", "KEY_POWER"],
      axes: [],
      properties: [],
    },
  ];
}

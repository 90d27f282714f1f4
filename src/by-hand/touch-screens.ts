/** The range of values of an axis, both ends included. */
export interface Axis {
  readonly min: number;
  readonly max: number;
}

/** A touch screen that reports the place of each finger (protocol B of the kernel), as `getevent -lp` lists it. */
export interface TouchScreen {
  readonly path: string;
  readonly x: Axis;
  readonly y: Axis;
}

/**
 * The touch screens in the output of `getevent -lp`, without touch pads and pens that are separate from the display.
 */
export function parseTouchScreens(text: string): readonly TouchScreen[] {
  return text.split(/^add device \d+: /m).flatMap((part) => {
    const [path = ""] = part.split("\n", 1);
    const [x, y] = [axisOf(part, "ABS_MT_POSITION_X"), axisOf(part, "ABS_MT_POSITION_Y")];
    const isDirect = /^ {4}INPUT_PROP_DIRECT$/m.test(part) && axisOf(part, "ABS_MT_TRACKING_ID") !== undefined;
    return x && y && isDirect ? [{ path, x, y }] : [];
  });
}

const AXIS = /^(?: {4}ABS \(0003\):| {15}) (\w{1,40}) {1,40}: value -?\d{1,10}, min (-?\d{1,10}), max (-?\d{1,10}),/gm;

function axisOf(text: string, name: string): Axis | undefined {
  const [, , min = "", max = ""] = [...text.matchAll(AXIS)].find(([, axis]) => axis === name) ?? [];
  return max === "" || Number(max) <= Number(min) ? undefined : { min: Number(min), max: Number(max) };
}

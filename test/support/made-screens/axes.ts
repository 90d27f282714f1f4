/** The properties by which screens differ, and the values of each. */
export const AXES = {
  density: ["320", "420", "560"],
  theme: ["light", "dark"],
  font: ["0.85", "1", "1.3"],
  direction: ["left to right", "right to left"],
  keyboard: ["hidden", "shown"],
  overlap: ["none", "dialog", "sheet"],
  length: ["fits", "goes on below"],
  content: ["views", "web page"],
  cutout: ["none", "at the top"],
  rotation: ["0", "1"],
} as const;

export type Axis = keyof typeof AXES;
/** One value of each axis. */
export type Point = Readonly<Record<Axis, string>>;

export const AXIS_NAMES = Object.keys(AXES) as readonly Axis[];

/** A pair of values of two axes, as one text. */
export type Pair = string;

/** Every pair of values of two axes that a point has. */
export function pairsOf(point: Point): readonly Pair[] {
  return AXIS_NAMES.flatMap((one, place) =>
    AXIS_NAMES.slice(place + 1).map((other) => `${one} ${point[one]}, ${other} ${point[other]}`),
  );
}

/** All possible pairs. */
export const ALL_PAIRS: readonly Pair[] = AXIS_NAMES.flatMap((one, place) =>
  AXIS_NAMES.slice(place + 1).flatMap((other) =>
    AXES[one].flatMap((value) => AXES[other].map((second) => `${one} ${value}, ${other} ${second}`)),
  ),
);

export function pointAt(random: () => number): Point {
  const entries = AXIS_NAMES.map((axis) => [axis, AXES[axis][Math.floor(random() * AXES[axis].length)] ?? ""]);
  return Object.fromEntries(entries) as Point;
}

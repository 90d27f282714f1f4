/** A place in units of the panel's axes, with the device's time: ms since boot, as in SystemClock.uptimeMillis. */
export interface PanelPoint {
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/** A touch of one or several fingers, from the first finger down to the last finger up. */
export interface PanelTouch {
  readonly kind: "touch";
  /** The device path of the touch screen. */
  readonly path: string;
  /** The path of each finger, in the order in which they touched the screen. */
  readonly fingers: readonly (readonly PanelPoint[])[];
  readonly downMs: number;
  readonly upMs: number;
  /** False if the kernel lost events meanwhile (SYN_DROPPED). */
  readonly isWhole: boolean;
}

/** A key of the device that was pressed and released. */
export interface DeviceKey {
  readonly kind: "key";
  /** The kernel's name of the key, for example `KEY_BACK`. */
  readonly name: string;
  readonly downMs: number;
  readonly upMs: number;
}

export type Happening = PanelTouch | DeviceKey;

const LINE = /^\[ *(\d+)\.(\d{6})\] (\/dev\/\S+): (EV_\w+) +(\w+) +(\w+)/;
const NO_CONTACT = 0xffff_ffff;
/** A moving finger sends a point every few ms: long paths are kept with fewer points. */
const MOST_POINTS = 2_000;

/**
 * Reads the output of `getevent -lt` for touch screens with protocol B (Documentation/input/multi-touch-protocol.rst):
 * each finger has a slot, whose values stay the same until they are sent again.
 */
export class TouchReader {
  readonly #screens: ReadonlyMap<string, Screen>;
  readonly #keys = new Map<string, number>();
  #rest = "";

  /** `paths` are the paths of the touch screens; of other devices only keys are read. */
  constructor(paths: readonly string[]) {
    this.#screens = new Map(paths.map((path) => [path, new Screen(path)]));
  }

  /** Since when a finger has been down, in ms; null if none is down. */
  get downSinceMs(): number | null {
    const since = [...this.#screens.values()].flatMap(({ downMs }) => downMs ?? []);
    return since.length === 0 ? null : Math.min(...since);
  }

  /** Reads the next part of the output; gives the touches and keys that ended in it. */
  feed(text: string): readonly Happening[] {
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): Happening | undefined {
    const [, seconds = "", micros = "", path = "", type = "", code = "", value = ""] = LINE.exec(line) ?? [];
    if (seconds === "") return undefined;
    const atMs = Number(seconds) * 1_000 + Number(micros) / 1_000;
    const screen = this.#screens.get(path);
    if (type === "EV_ABS" && screen) return void screen.axis(code, Number.parseInt(value, 16));
    if (type === "EV_SYN" && screen) return screen.sync(code, atMs);
    if (type === "EV_KEY" && code.startsWith("KEY_")) return this.#key(code, value, atMs);
    return undefined;
  }

  #key(name: string, value: string, atMs: number): DeviceKey | undefined {
    if (value === "DOWN") this.#keys.set(name, atMs);
    const downMs = this.#keys.get(name);
    if (value !== "UP" || downMs === undefined) return undefined;
    this.#keys.delete(name);
    return { kind: "key", name, downMs, upMs: atMs };
  }
}

interface Slot {
  x: number;
  y: number;
  finger: PanelPoint[] | null;
  /** The finger touched or left the screen since the last report. */
  isNew: boolean;
}

class Screen {
  readonly path: string;
  readonly #slots = new Map<number, Slot>();
  #slot = 0;
  #fingers: PanelPoint[][] = [];
  #isWhole = true;
  downMs: number | null = null;

  constructor(path: string) {
    this.path = path;
  }

  axis(code: string, value: number): void {
    if (code === "ABS_MT_SLOT") this.#slot = value;
    const slot = this.#current();
    if (code === "ABS_MT_POSITION_X") slot.x = value;
    if (code === "ABS_MT_POSITION_Y") slot.y = value;
    if (code !== "ABS_MT_TRACKING_ID") return;
    slot.isNew = value !== NO_CONTACT;
    slot.finger = null;
  }

  #current(): Slot {
    const known = this.#slots.get(this.#slot);
    if (known) return known;
    const slot = { x: 0, y: 0, finger: null, isNew: false };
    this.#slots.set(this.#slot, slot);
    return slot;
  }

  sync(code: string, atMs: number): PanelTouch | undefined {
    if (code === "SYN_DROPPED") this.#isWhole = false;
    if (code !== "SYN_REPORT") return undefined;
    for (const slot of this.#slots.values()) this.#point(slot, atMs);
    const isDown = [...this.#slots.values()].some(({ finger }) => finger !== null);
    if (isDown || this.downMs === null) return undefined;
    const [fingers, isWhole, downMs] = [this.#fingers, this.#isWhole, this.downMs];
    this.#fingers = [];
    this.#isWhole = true;
    this.downMs = null;
    return { kind: "touch", path: this.path, fingers, downMs, upMs: atMs, isWhole };
  }

  #point(slot: Slot, atMs: number): void {
    if (slot.isNew) {
      slot.finger = [];
      slot.isNew = false;
      this.#fingers.push(slot.finger);
      this.downMs ??= atMs;
    }
    const { finger, x, y } = slot;
    if (!finger) return;
    if (finger.length >= MOST_POINTS) finger.pop();
    finger.push({ x, y, atMs });
  }
}

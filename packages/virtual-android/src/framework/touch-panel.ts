import type { Point, Size } from "../../../../src/base/geometry.js";

/** An event in the form of the kernel (struct input_event). */
export interface PanelEvent {
  readonly uptimeMs: number;
  readonly type: "EV_ABS" | "EV_KEY" | "EV_SYN";
  readonly code: string;
  readonly value: number;
}

/** `-1`: ends the contact of a slot. */
const NO_CONTACT = 0xffff_ffff;
const MOST_TRACKING_IDS = 0x1_0000;
const TOUCH_MAJOR = 12;

/**
 * The touch screen as the kernel reports it, with protocol B for one finger: it reports a person's fingers, and no
 * touches that programs inject. As in the kernel's input core, a value that has not changed is not reported again.
 */
export class TouchPanel {
  readonly #listeners = new Set<(event: PanelEvent) => void>();
  readonly #last = new Map<string, number>();
  #trackingId = 0;

  /** Calls `listener` for each event; gives the function that stops this. */
  listen(listener: (event: PanelEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Points are in the panel's own pixels, without rotation. */
  down(point: Point, uptimeMs: number): void {
    this.#send(uptimeMs, [
      ["ABS_MT_TRACKING_ID", this.#trackingId],
      ["ABS_MT_POSITION_X", point.x],
      ["ABS_MT_POSITION_Y", point.y],
      ["ABS_MT_TOUCH_MAJOR", TOUCH_MAJOR],
      ["BTN_TOUCH", 1],
    ]);
    this.#trackingId = (this.#trackingId + 1) % MOST_TRACKING_IDS;
  }

  move(point: Point, uptimeMs: number): void {
    this.#send(uptimeMs, [
      ["ABS_MT_POSITION_X", point.x],
      ["ABS_MT_POSITION_Y", point.y],
    ]);
  }

  up(uptimeMs: number): void {
    this.#send(uptimeMs, [
      ["ABS_MT_TRACKING_ID", NO_CONTACT],
      ["BTN_TOUCH", 0],
    ]);
  }

  #send(uptimeMs: number, values: readonly (readonly [code: string, value: number])[]): void {
    const news = values.filter(([code, value]) => this.#last.get(code) !== value);
    if (news.length === 0) return;
    for (const [code, value] of news) {
      this.#last.set(code, value);
      this.#announce({ uptimeMs, type: code.startsWith("BTN") ? "EV_KEY" : "EV_ABS", code, value });
    }
    this.#announce({ uptimeMs, type: "EV_SYN", code: "SYN_REPORT", value: 0 });
  }

  #announce(event: PanelEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

export interface PanelTurn {
  /** The size of the panel, without rotation. */
  readonly physicalSize: Size;
  /** The size of the display for apps, with rotation. */
  readonly size: Size;
  readonly rotation: 0 | 1 | 2 | 3;
}

/** Converts a point of the display to a point of the panel: the reverse of TouchInputMapper. */
export function onPanel({ x, y }: Point, { physicalSize, size, rotation }: PanelTurn): Point {
  const isTurned = rotation % 2 === 1;
  const across = (isTurned ? physicalSize.height : physicalSize.width) / size.width;
  const down = (isTurned ? physicalSize.width : physicalSize.height) / size.height;
  const [px, py] = [Math.round(x * across), Math.round(y * down)];
  const [right, bottom] = [physicalSize.width - 1, physicalSize.height - 1];
  if (rotation === 1) return { x: right - py, y: px };
  if (rotation === 2) return { x: right - px, y: bottom - py };
  if (rotation === 3) return { x: py, y: bottom - px };
  return { x: px, y: py };
}

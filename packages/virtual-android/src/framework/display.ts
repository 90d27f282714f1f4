import { type Rect, rectOf, type Size } from "../../../../src/base/geometry.js";
import type { InsetsSourceState, Rotation } from "../phone-state.js";
import type { SettingsStore } from "./settings-store.js";

export interface DisplayOptions {
  readonly size: Size;
  readonly density: number;
  readonly navigation: "buttons" | "gesture";
  readonly hasCutout: boolean;
  readonly settings: SettingsStore;
}

/** The thickness in dp of the system's bars at the edges: AOSP's dimens.xml. */
const STATUS_BAR_DP = 24;
const CUTOUT_STATUS_BAR_DP = 34;
const BUTTON_BAR_DP = 48;
const PILL_BAR_DP = 24;
const GESTURE_SIDE_DP = 30;
const GESTURE_BOTTOM_DP = 32;

/**
 * The panel: size, density, rotation, and the areas that its edges lose to bars and cutout. All rectangles are in
 * pixels of the current rotation.
 */
export class Display {
  readonly physicalSize: Size;
  readonly physicalDensity: number;
  readonly hasCutout: boolean;
  overrideSize: Size | null = null;
  overrideDensity: number | null = null;
  /** The rotation in which the user holds the phone. */
  sensorRotation: Rotation = 0;
  /** The orientation that the activity in front requests. */
  orientation: "unspecified" | "portrait" | "landscape" = "unspecified";
  readonly #settings: SettingsStore;
  readonly #defaultNavigation: "buttons" | "gesture";

  constructor(options: DisplayOptions) {
    this.physicalSize = options.size;
    this.physicalDensity = options.density;
    this.hasCutout = options.hasCutout;
    this.#settings = options.settings;
    this.#defaultNavigation = options.navigation;
  }

  get navigation(): "buttons" | "gesture" {
    const mode = this.#settings.get("secure", "navigation_mode");
    if (mode === undefined) return this.#defaultNavigation;
    return mode === "2" ? "gesture" : "buttons";
  }

  get dpi(): number {
    return this.overrideDensity ?? this.physicalDensity;
  }

  /** Pixels per dp. */
  get density(): number {
    return this.dpi / 160;
  }

  get fontScale(): number {
    return this.#settings.number("system", "font_scale", 1);
  }

  get isRotationLocked(): boolean {
    return this.#settings.get("system", "accelerometer_rotation") !== "1";
  }

  get userRotation(): Rotation {
    return rotationOf(this.#settings.number("system", "user_rotation", 0));
  }

  /** The rotation of the display: the user's or the sensor's, unless the activity requires the other orientation. */
  get rotation(): Rotation {
    const wanted = this.isRotationLocked ? this.userRotation : this.sensorRotation;
    const isSideways = wanted % 2 === 1;
    if (this.orientation === "portrait") return isSideways ? 0 : wanted;
    if (this.orientation === "landscape") return isSideways ? wanted : 1;
    return wanted;
  }

  get size(): Size {
    const { width, height } = this.overrideSize ?? this.physicalSize;
    return this.rotation % 2 === 1 ? { width: height, height: width } : { width, height };
  }

  get bounds(): Rect {
    const { width, height } = this.size;
    return rectOf(0, 0, width, height);
  }

  px(dp: number): number {
    return Math.floor(dp * this.density + 0.5);
  }

  /** The insets of the camera hole, which is at the top of the panel at rotation 0. */
  get cutoutInsets(): Rect {
    if (!this.hasCutout) return rectOf(0, 0, 0, 0);
    const depth = this.px(CUTOUT_STATUS_BAR_DP);
    const edges: readonly Rect[] = [
      rectOf(0, depth, 0, 0),
      rectOf(depth, 0, 0, 0),
      rectOf(0, 0, 0, depth),
      rectOf(0, 0, depth, 0),
    ];
    return edges[this.rotation] ?? rectOf(0, 0, 0, 0);
  }

  /** The bounds of the hole itself. */
  get cutoutBounds(): readonly Rect[] {
    if (!this.hasCutout) return [];
    const depth = this.px(CUTOUT_STATUS_BAR_DP);
    const { width, height } = this.size;
    const [x, y] = [(width - depth) >> 1, (height - depth) >> 1];
    const bounds = [
      rectOf(x, 0, x + depth, depth),
      rectOf(0, y, depth, y + depth),
      rectOf(x, height - depth, x + depth, height),
      rectOf(width - depth, y, width, y + depth),
    ][this.rotation];
    return bounds ? [bounds] : [];
  }

  get statusBarFrame(): Rect {
    const isUnderCutout = this.hasCutout && this.rotation === 0;
    return rectOf(0, 0, this.size.width, this.px(isUnderCutout ? CUTOUT_STATUS_BAR_DP : STATUS_BAR_DP));
  }

  /** At the bottom; with three buttons on a phone in landscape, at the side where its bottom edge is. */
  get navigationBarFrame(): Rect {
    const { width, height } = this.size;
    const depth = this.px(this.navigation === "gesture" ? PILL_BAR_DP : BUTTON_BAR_DP);
    if (this.navigation === "buttons" && this.rotation === 1) return rectOf(width - depth, 0, width, height);
    if (this.navigation === "buttons" && this.rotation === 3) return rectOf(0, 0, depth, height);
    return rectOf(0, height - depth, width, height);
  }

  /** The thickness that bars and cutout take from each edge of the content. */
  stableInsets(bars: { readonly status: boolean; readonly navigation: boolean }): Rect {
    const { width, height } = this.size;
    const nav = this.navigationBarFrame;
    const cutout = this.cutoutInsets;
    const isSide = nav.bottom - nav.top === height;
    const shown = bars.navigation;
    return rectOf(
      Math.max(cutout.left, shown && isSide && nav.left === 0 ? nav.right : 0),
      Math.max(cutout.top, bars.status ? this.statusBarFrame.bottom : 0),
      Math.max(cutout.right, shown && isSide && nav.left > 0 ? width - nav.left : 0),
      Math.max(cutout.bottom, shown && !isSide ? height - nav.top : 0),
    );
  }

  /** All sources of WindowInsets except the keyboard. */
  insetsSources(bars: { readonly status: boolean; readonly navigation: boolean }): readonly InsetsSourceState[] {
    const { width, height } = this.size;
    const status = this.statusBarFrame;
    const nav = this.navigationBarFrame;
    const side = this.navigation === "gesture" ? this.px(GESTURE_SIDE_DP) : 0;
    const bottom = this.navigation === "gesture" ? rectOf(0, height - this.px(GESTURE_BOTTOM_DP), width, height) : nav;
    const tappable = this.navigation === "gesture" ? rectOf(0, 0, 0, 0) : nav;
    return [
      { kind: "statusBars", frame: status, visible: bars.status },
      { kind: "navigationBars", frame: nav, visible: bars.navigation },
      { kind: "systemGesturesLeft", frame: rectOf(0, 0, side, height), visible: true },
      { kind: "systemGesturesRight", frame: rectOf(width - side, 0, width, height), visible: true },
      { kind: "mandatorySystemGesturesTop", frame: status, visible: true },
      { kind: "mandatorySystemGesturesBottom", frame: bottom, visible: true },
      { kind: "tappableElementTop", frame: status, visible: true },
      { kind: "tappableElementBottom", frame: tappable, visible: true },
      ...this.#cutoutSource(),
    ];
  }

  #cutoutSource(): readonly InsetsSourceState[] {
    if (!this.hasCutout) return [];
    const { width, height } = this.size;
    const { left, top, right, bottom } = this.cutoutInsets;
    const frame =
      left > 0 ? rectOf(0, 0, left, height) : right > 0 ? rectOf(width - right, 0, width, height) : undefined;
    const level = bottom > 0 ? rectOf(0, height - bottom, width, height) : rectOf(0, 0, width, top);
    return [{ kind: "displayCutout", frame: frame ?? level, visible: true }];
  }
}

/** The number as a rotation; 0 for any other number. */
export function rotationOf(value: number): Rotation {
  return value === 1 || value === 2 || value === 3 ? value : 0;
}

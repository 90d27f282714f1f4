import { createHash } from "node:crypto";
import type { AccessibilityNodeState } from "../../packages/virtual-android/src/accessibility-state.js";
import type { Rotation } from "../../packages/virtual-android/src/phone-state.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";
import type { Observation } from "../../src/screen/observation.js";

/** The screen of the phone from one change to the next. */
export interface ScreenMoment {
  /** Its beginning, by the phone's clock. */
  readonly sinceMs: number;
  /** Identity hash of the window with the focus; null in a transition. */
  readonly focus: string | null;
  /** `package/class` of the focused activity. */
  readonly app: string | null;
  readonly rotation: Rotation;
  /** The package of the tree's root, and every text in it; null if no window gives a tree. */
  readonly package: string | null;
  readonly texts: ReadonlySet<string>;
  /** The hash of the pixels; null if pictures are not recorded. */
  readonly picture: string | null;
}

/** Records all screens of a phone, for comparison with an observation. Dispose of it to stop. */
export class ScreenHistory implements Disposable {
  readonly #phone: VirtualPhone;
  readonly #keepsPictures: boolean;
  readonly #stop: () => void;
  #moments: ScreenMoment[] = [];
  #isLooking = false;

  constructor(phone: VirtualPhone, { pictures = false } = {}) {
    this.#phone = phone;
    this.#keepsPictures = pictures;
    this.#stop = phone.hooks.onChange(() => this.#look());
    this.#look();
  }

  /** The screens since that time, oldest first; earlier screens are forgotten. */
  since(sinceMs: number): readonly ScreenMoment[] {
    this.#look();
    const first = this.#moments.findLastIndex((moment) => moment.sinceMs <= sinceMs);
    this.#moments = this.#moments.slice(Math.max(0, first));
    return this.#moments;
  }

  /** Records the present screen. Reading it updates the phone to its clock, which may itself report changes. */
  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { focusedWindow, focusedActivity, display } = this.#phone.state();
    const root = this.#phone.accessibilityWindows().find((window) => window.isActive)?.root ?? null;
    this.#moments.push({
      sinceMs: this.#phone.clock.nowMs(),
      focus: focusedWindow?.hash ?? null,
      app: focusedActivity === null ? null : `${focusedActivity.packageName}/${focusedActivity.className}`,
      rotation: display.rotation,
      package: root?.packageName ?? null,
      texts: new Set(root === null ? [] : textsOf(root)),
      picture: this.#keepsPictures ? hashOf(this.#phone.pixels()?.rgba) : null,
    });
    this.#isLooking = false;
  }

  [Symbol.dispose](): void {
    this.#stop();
  }
}

/** Whether the focus, rotation and tree of an observation are those of this moment. */
export function isOfMoment(seen: Observation, moment: ScreenMoment): boolean {
  if (!isOfWindow(seen, moment)) return false;
  const nodes = seen.viewHierarchy?.nodes ?? [];
  if (nodes[0] && nodes[0].package !== moment.package) return false;
  // Passwords are shown as dots.
  const texts = nodes.filter((node) => node.password !== true).map((node) => [node.text, node.contentDescription]);
  return texts.flat().every((text) => moment.texts.has(text ?? ""));
}

/** Whether the observation's picture shows this moment, and its window is that of the moment. */
export function isPictureOf(seen: Observation, moment: ScreenMoment): boolean {
  return isOfWindow(seen, moment) && seen.screenshot?.sha256 === moment.picture;
}

function isOfWindow({ activeWindow, rotation }: Observation, moment: ScreenMoment): boolean {
  if (rotation !== null && rotation !== moment.rotation) return false;
  if (activeWindow?.basis === "focus") return activeWindow.windowId === moment.focus;
  if (activeWindow?.basis !== "focusedApp") return true;
  const { app } = activeWindow;
  return moment.focus === null && `${app?.package}/${app?.activity}` === moment.app;
}

function textsOf(node: AccessibilityNodeState): readonly string[] {
  return [node.text, node.contentDescription, ...node.children.flatMap(textsOf)];
}

function hashOf(rgba: Uint8Array | undefined): string | null {
  return rgba === undefined ? null : createHash("sha256").update(rgba).digest("hex");
}

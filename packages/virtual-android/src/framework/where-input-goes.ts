import type { Point } from "../../../../src/base/geometry.js";
import type { AccessibilityWindowState } from "../accessibility-state.js";
import type { LaunchOptions, LaunchResult, PhoneIntent } from "../intent.js";
import type { KeyName } from "../key-name.js";
import type { Framework } from "./framework.js";
import { accessibilityWindows } from "./hierarchy.js";

/** Touches are sent to the display that they name, keys and text to the display that has the focus. */

export function touchDown({ kernel, pointer }: Framework, point: Point): void {
  kernel.managers.secondDisplay.leave(kernel);
  pointer.down(point);
}

const OF_THE_SYSTEM: ReadonlySet<string> = new Set(["HOME", "POWER", "WAKEUP", "SLEEP", "SOFT_SLEEP"]);

export function pressKey({ kernel, keys }: Framework, name: KeyName, press: "down-up" | "long"): void {
  const { secondDisplay } = kernel.managers;
  if (secondDisplay.hasFocus(kernel) && !OF_THE_SYSTEM.has(name)) {
    secondDisplay.keys.push(name);
    return;
  }
  if (name === "HOME") secondDisplay.leave(kernel);
  keys.press(name, press);
}

export function typeText({ kernel, keys }: Framework, text: string): void {
  const { secondDisplay } = kernel.managers;
  if (secondDisplay.hasFocus(kernel)) secondDisplay.keys.push(text);
  else keys.type(text);
}

/** The windows of all displays; exactly one of them is active. */
export function windowsOfDisplays({ kernel, windows }: Framework): readonly AccessibilityWindowState[] {
  const own = accessibilityWindows(kernel, windows);
  const second = kernel.managers.secondDisplay.window(kernel);
  if (!second) return own;
  return [second, ...own.map((one) => (second.isActive ? { ...one, isActive: false } : one))];
}

/**
 * `am start` without a display. An existing task stays on its display, and gets the focus. Any other activity starts on
 * the default display, which gets the focus (ActivityStarter.startActivityInner: getReusableTask, and moveToFront if
 * the task's display does not have the focus).
 */
export function launch({ kernel, packages, activities }: Framework, intent: PhoneIntent, options: LaunchOptions) {
  const { secondDisplay } = kernel.managers;
  const found = intent.component === null ? packages.resolve(intent)[0] : packages.activityOf(intent.component);
  if (found && options.stopFirst !== true && secondDisplay.shows(kernel, found)) {
    const component = secondDisplay.start(kernel, packages, intent);
    return { outcome: "brought-to-front", component, launchState: "HOT", totalTimeMs: 0 } satisfies LaunchResult;
  }
  const result = activities.start(intent, options);
  if (OPENED.has(result.outcome)) secondDisplay.leave(kernel);
  return result;
}

const OPENED: ReadonlySet<LaunchResult["outcome"]> = new Set(["started", "delivered", "brought-to-front"]);

export function launchOnSecond({ kernel, packages }: Framework, intent: PhoneIntent): string | null {
  return kernel.managers.secondDisplay.start(kernel, packages, intent);
}

/** Switches to another user, who sees the launcher; false if there is no user with this id. */
export function switchUser(framework: Framework, id: number): boolean {
  const { kernel, activities, packages } = framework;
  if (!kernel.managers.users.switchTo(id)) return false;
  packages.offer(id !== 0);
  activities.goHome();
  framework.changed("window");
  return true;
}

/** How long input waits at most for an app that does not handle it: WAIT_FOR_FINISH of InputDispatcher. */
const MAX_INPUT_WAIT_MS = 5000;

export function inputLagMs({ anrs, kernel }: Framework): number {
  const process = anrs.lastTarget;
  if (process?.waitingSince === undefined || process.isDead) return 0;
  return Math.max(0, Math.min(MAX_INPUT_WAIT_MS, process.blockedUntil - kernel.scheduler.now));
}

import { frameCounter } from "./checks/frame-counter.js";
import { inputCost } from "./checks/input-cost.js";
import { screenshotTransport } from "./checks/screenshot-transport.js";
import { uiautomatorDump } from "./checks/uiautomator-dump.js";
import { windowDump } from "./checks/window-dump.js";
import type { HardwareCheck } from "./hardware-check.js";

/** In the order in which they run: those that suspend accessibility services come last. */
export const HARDWARE_CHECKS: readonly HardwareCheck[] = [
  windowDump,
  screenshotTransport,
  frameCounter,
  inputCost,
  uiautomatorDump,
];

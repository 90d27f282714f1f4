import { onDeviceSocket } from "./checks/companion-socket.js";
import { frameCounterCheck } from "./checks/frame-counter.js";
import { inputCost } from "./checks/input-cost.js";
import { reBind } from "./checks/re-bind.js";
import { screenshotTransport } from "./checks/screenshot-transport.js";
import { serviceAgrees } from "./checks/service-agrees.js";
import { servicePermitted } from "./checks/service-permitted.js";
import { serviceScreenshot } from "./checks/service-screenshot.js";
import { serviceWalk } from "./checks/service-walk.js";
import { uiautomatorDump } from "./checks/uiautomator-dump.js";
import { windowDump } from "./checks/window-dump.js";
import type { HardwareCheck } from "./hardware-check.js";

/** The checks in the order in which they run: those that suspend accessibility services come last. */
export const HARDWARE_CHECKS: readonly HardwareCheck[] = [
  windowDump,
  screenshotTransport,
  frameCounterCheck,
  inputCost,
  servicePermitted,
  onDeviceSocket,
  serviceWalk,
  serviceScreenshot,
  serviceAgrees,
  uiautomatorDump,
  reBind,
];

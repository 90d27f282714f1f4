import { isEmpty } from "../../../../src/base/geometry.js";
import type {
  AccessibilityState,
  AnrState,
  BuildState,
  DisplayState,
  InsetsSourceState,
  PhoneState,
  ProcessState,
  WindowState,
} from "../phone-state.js";
import type { Placed } from "../ui/layout.js";
import { activityState } from "./activity-record.js";
import type { Framework } from "./framework.js";
import type { AppProcess } from "./processes.js";
import { propertiesOf } from "./properties.js";
import { SECOND_DISPLAY } from "./second-display.js";
import { servedView } from "./served-view.js";
import type { WindowRecord } from "./window-record.js";

/** A frozen copy of everything that the dumps print now. */
export function snapshot(framework: Framework, build: BuildState, lastAnr?: AnrState): PhoneState {
  const { kernel, windows, activities, keyguard, keyboard, power, packages } = framework;
  const { scheduler, settings, display } = kernel;
  framework.animations.settle();
  const states = windows.all().map((window) => windowState(framework, window));
  const focused = windows.focused();
  const isResumed = power.isAwake && (!keyguard.isShowing || keyguard.isOccluded);
  const top = activities.top;
  const served = servedView(windows);
  const second = kernel.managers.secondDisplay.state(kernel);
  const isSecondFocused = kernel.managers.secondDisplay.hasFocus(kernel);
  return Object.freeze({
    build,
    uptimeMs: Math.floor(scheduler.now),
    wallClockMs: scheduler.wallMs,
    display: displayState(framework, build),
    insets: insetsOf(framework),
    windows: states,
    ...focusOf(framework.kernel.apiLevel, isSecondFocused ? second : null, {
      focusedWindow: states.find((state) => state.hash === focused?.hash) ?? null,
      focusedActivity: top ? activityState(top, isResumed ? "RESUMED" : "STOPPED") : null,
    }),
    tasks: activities.states(isResumed),
    ime: { ...keyboard.state(), ...(served && { served }) },
    power: power.state(),
    keyguard: keyguard.state(),
    processes: kernel.processes.all().map((process) => processState(framework, process)),
    packages: packages.states().map((one) => ({
      ...one,
      isStopped: kernel.processes.isStopped(one.packageName),
      refusals: new Map(
        (one.requestedPermissions ?? []).map((name) => [
          name,
          framework.refusals.get(`${one.packageName} ${name}`) ?? 0,
        ]),
      ),
      grantedPermissions: (one.requestedPermissions ?? []).filter((name) =>
        framework.permissions.has(`${one.packageName} ${name}`),
      ),
    })),
    accessibility: accessibilityState(framework),
    services: framework.runningServices(),
    settings: settings.snapshot(),
    properties: propertiesOf(build, display.physicalDensity, framework.properties),
    ...(second && { extraDisplays: [second], topFocusedDisplayId: isSecondFocused ? SECOND_DISPLAY : 0 }),
    ...(kernel.managers.users.added.length > 0 && {
      users: { current: kernel.managers.users.current, added: kernel.managers.users.added },
    }),
    ...(lastAnr && { lastAnr }),
    ...(kernel.managers.notifications.known.length > 0 && { notifications: kernel.managers.notifications.known }),
    ...(kernel.managers.fingerprints.accepted + kernel.managers.fingerprints.rejected > 0 && {
      fingerprints: { ...kernel.managers.fingerprints },
    }),
    ...(framework.toasts.shown && { toast: framework.toasts.shown }),
    ...(kernel.managers.locales.all(kernel.managers.users.current).size > 0 && {
      appLocales: kernel.managers.locales.all(kernel.managers.users.current),
    }),
    ...(kernel.managers.location.providers.size > 0 && {
      testLocations: new Map(kernel.managers.location.providers),
    }),
    ...((kernel.managers.gps.lastFix !== null || kernel.managers.gps.listeners.length > 0) && {
      gps: { lastFix: kernel.managers.gps.lastFix, listeners: kernel.managers.gps.listeners },
    }),
    ...(framework.log.length > 0 && { log: [...framework.log] }),
    ...(framework.dialogs.crashes.length > 0 && { crashes: [...framework.dialogs.crashes] }),
  });
}

function displayState({ kernel, power }: Framework, build: BuildState): DisplayState {
  const { display } = kernel;
  const insets = display.stableInsets({ status: false, navigation: true });
  const { width, height } = display.size;
  // From Android 15 on, apps are laid out edge to edge, and "app=" is the whole screen.
  const isEdgeToEdge = build.apiLevel >= 35;
  const appSize = isEdgeToEdge
    ? display.size
    : { width: width - insets.left - insets.right, height: height - insets.top - insets.bottom };
  return {
    displayId: 0,
    physicalId: "4619827259835644672",
    name: "Built-in Screen",
    uniqueId: build.apiLevel >= 29 ? "local:4619827259835644672" : "local:0",
    physicalSize: display.physicalSize,
    physicalDensity: display.physicalDensity,
    overrideSize: display.overrideSize,
    overrideDensity: display.overrideDensity,
    size: display.size,
    density: display.dpi,
    rotation: display.rotation,
    appSize,
    refreshRate: 60,
    cutout: display.hasCutout ? { insets: display.cutoutInsets, bounds: display.cutoutBounds } : null,
    isOn: power.isAwake,
    userRotationLocked: display.isRotationLocked,
    userRotation: display.userRotation,
  };
}

function insetsOf({ kernel, windows, keyboard }: Framework): readonly InsetsSourceState[] {
  return [...kernel.display.insetsSources(windows.bars()), ...keyboard.insetsSource()];
}

function windowState(framework: Framework, window: WindowRecord): WindowState {
  const { spec } = window;
  const isClosedShade = spec.kind === "notificationShade" && spec.isTouchable === false;
  return {
    hash: window.hash,
    userId: spec.kind === "application" ? framework.kernel.managers.users.current : 0,
    title: spec.title,
    kind: spec.kind,
    layoutType: spec.layoutType,
    ownerPackage: spec.packageName,
    ownerUid: spec.process.uid,
    ownerPid: spec.process.pid,
    activityHash: spec.activityHash ?? null,
    frame: framework.windows.frameOf(window),
    isVisible: window.isOnScreen && !isClosedShade,
    hasSurface: window.isVisible && !isClosedShade,
    isFocusable: spec.isFocusable !== false,
    isSecure: spec.isSecure ?? false,
    isExiting: window.isExiting,
    hidesStatusBar: spec.hidesBars ?? false,
    hidesNavigationBar: spec.hidesBars ?? false,
  };
}

function processState(framework: Framework, process: AppProcess): ProcessState {
  const own = framework.windows.all().filter((window) => window.spec.process === process && window.isOnScreen);
  const front = own.find((window) => window.spec.kind === "application") ?? own[0];
  const title = front?.spec.title ?? process.packageName;
  return {
    pid: process.pid,
    uid: process.uid,
    packageName: process.packageName,
    processName: process.processName,
    frames: process.meter
      ? process.meter.state(title, front ? viewCount(framework, front) : 0, framework.kernel.scheduler.now)
      : null,
    isNotResponding: process.isNotResponding,
    ...(process.meter && { cpuMs: process.meter.computedMs }),
  };
}

function viewCount(framework: Framework, window: WindowRecord): number {
  return countShown(framework.windows.layoutOf(window));
}

/** Counts without making a list, because every state of the phone needs the number. */
function countShown({ rect, children }: Placed): number {
  return children.reduce((sum, child) => sum + countShown(child), isEmpty(rect) ? 0 : 1);
}

function accessibilityState({ services, packages }: Framework): AccessibilityState {
  const installed = packages.all().flatMap((app) => app.accessibilityServices ?? []);
  return {
    enabled: services.enabled,
    bound: services.bound,
    binding: services.binding,
    installedCount: installed.length,
    crashed: services.crashed,
    isUiAutomationConnected: services.automation !== undefined,
    isUiAutomationConsiderate: services.automation?.suppresses === false,
  };
}

type Focus = Pick<PhoneState, "focusedWindow" | "focusedActivity">;

/**
 * The focus while another display has it. Up to Android 9 there is one focused window for all displays
 * (RootWindowContainer.computeFocusedWindow). From Android 10 on, only the display with the focus has one
 * (DisplayContent.findFocusedWindowIfNeeded), and each display keeps its own focused app.
 */
function focusOf(apiLevel: number, second: Focus | null, own: Focus): Focus {
  if (second === null) return own;
  if (apiLevel <= 28) return { focusedWindow: second.focusedWindow, focusedActivity: second.focusedActivity };
  return { ...own, focusedWindow: null };
}

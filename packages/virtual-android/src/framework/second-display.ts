import { type Point, rectOf, type Size } from "../../../../src/base/geometry.js";
import type { AccessibilityNodeState, AccessibilityWindowState } from "../accessibility-state.js";
import type { PhoneIntent } from "../intent.js";
import type { ExtraDisplayState, WindowState } from "../phone-state.js";
import type { FoundActivity, Packages } from "./packages.js";
import type { AppProcess, Processes } from "./processes.js";
import type { Random } from "./random.js";
import type { SettingsStore } from "./settings-store.js";

/** The setting with which developer options simulate displays (OverlayDisplayAdapter): `1280x720/240`. */
const SETTING = "overlay_display_devices";
export const SECOND_DISPLAY = 1;

/** The parts of the kernel that the second display uses. */
interface SystemParts {
  readonly apiLevel: number;
  readonly settings: SettingsStore;
  readonly random: Random;
  readonly processes: Processes;
  changed(kind: "window" | "look", packageName?: string): void;
}

interface Front {
  readonly found: FoundActivity;
  readonly process: AppProcess;
  readonly hash: string;
  readonly taskId: number;
}

/**
 * A second display, which exists while the setting names one. It shows the name of the app that was started on it, and
 * takes touches that are sent to it, and keys while it has the focus.
 */
export class SecondDisplay {
  #started: Front | null = null;
  #hasFocus = false;
  readonly touches: Point[] = [];
  readonly keys: string[] = [];

  /** The activity that it shows; null after its process has ended. */
  get #front(): Front | null {
    return this.#started?.process.isDead === false ? this.#started : null;
  }

  /** Whether this activity is in its task. */
  shows(kernel: SystemParts, { app, activity }: FoundActivity): boolean {
    const shown = sizeOf(kernel) === null ? null : this.#front?.found;
    return shown?.app.packageName === app.packageName && shown.activity.className === activity.className;
  }

  /** Whether keys are sent to it. */
  hasFocus(kernel: SystemParts): boolean {
    return this.#hasFocus && this.#front !== null && sizeOf(kernel) !== null;
  }

  /** Starts an activity on it; null if the display or the activity does not exist. */
  start(kernel: SystemParts, packages: Packages, intent: PhoneIntent): string | null {
    if (sizeOf(kernel) === null) return null;
    const found = intent.component === null ? packages.resolve(intent)[0] : packages.activityOf(intent.component);
    if (!found) return null;
    const { packageName } = found.app;
    const running = kernel.processes.find(packageName);
    const started = { packageName, uid: packages.uidOf(packageName), draws: true };
    const process = running ?? kernel.processes.start(started);
    this.#started = { found, process, hash: kernel.random.hash(), taskId: 900 };
    this.#hasFocus = true;
    kernel.changed("window", packageName);
    return `${packageName}/${found.activity.className}`;
  }

  /** Notes a touch; the focus moves to this display. */
  touch(kernel: SystemParts, point: Point): void {
    this.touches.push(point);
    this.#hasFocus = this.#front !== null;
    kernel.changed("look");
  }

  /** Called when the default display was touched or shows home: the focus leaves this display. */
  leave(kernel: SystemParts): void {
    if (!this.#hasFocus) return;
    this.#hasFocus = false;
    kernel.changed("window");
  }

  state(kernel: SystemParts): ExtraDisplayState | null {
    const shown = sizeOf(kernel);
    if (!shown) return null;
    const { size, density } = shown;
    const front = this.#front;
    const window = front && windowOf(front, size);
    const activity = front && activityOf(front);
    const task = front &&
      activity && {
        taskId: front.taskId,
        hash: front.hash,
        kind: "standard" as const,
        affinity: front.found.app.packageName,
        isVisible: true,
        activities: [activity],
      };
    return {
      display: {
        displayId: SECOND_DISPLAY,
        physicalId: "0",
        name: "Overlay #1",
        uniqueId: "overlay:1",
        physicalSize: size,
        physicalDensity: density,
        overrideSize: null,
        overrideDensity: null,
        size,
        density,
        rotation: 0,
        appSize: size,
        refreshRate: 60,
        cutout: null,
        isOn: true,
        userRotationLocked: true,
        userRotation: 0,
      },
      insets: [],
      windows: window ? [window] : [],
      focusedWindow: this.#hasFocus ? window : null,
      focusedActivity: activity,
      tasks: task ? [task] : [],
    };
  }

  /** Its window for accessibility services, which get the windows of other displays from Android 11 on. */
  window(kernel: SystemParts): AccessibilityWindowState | null {
    const shown = sizeOf(kernel);
    if (!this.#front || !shown || kernel.apiLevel < 30) return null;
    const { app } = this.#front.found;
    const bounds = rectOf(0, 0, shown.size.width, shown.size.height);
    const title = node("android.widget.TextView", app.packageName, {
      text: app.label,
      bounds: { ...bounds, bottom: 80 },
    });
    const root = node("android.widget.FrameLayout", app.packageName, { bounds, children: [title] });
    const { hash } = this.#front;
    return { windowHash: hash, title: app.label, kind: "application", isActive: this.#hasFocus, bounds, root };
  }
}

function sizeOf({ settings }: SystemParts): { readonly size: Size; readonly density: number } | null {
  const [, width, height, density] =
    /^(\d{1,5})x(\d{1,5})\/(\d{1,4})/.exec(settings.get("global", SETTING) ?? "") ?? [];
  if (density === undefined) return null;
  return { size: { width: Number(width), height: Number(height) }, density: Number(density) };
}

function windowOf({ found, process, hash }: Front, { width, height }: Size): WindowState {
  return {
    hash,
    userId: 0,
    title: `${found.app.packageName}/${found.activity.className}`,
    kind: "application",
    layoutType: 1,
    ownerPackage: found.app.packageName,
    ownerUid: process.uid,
    ownerPid: process.pid,
    activityHash: hash,
    frame: rectOf(0, 0, width, height),
    isVisible: true,
    hasSurface: true,
    isFocusable: true,
    isSecure: false,
    isExiting: false,
    hidesStatusBar: false,
    hidesNavigationBar: false,
  };
}

function activityOf({ found, hash, taskId }: Front) {
  const { packageName } = found.app;
  const { className } = found.activity;
  return { hash, userId: 0, packageName, className, taskId, state: "RESUMED", orientation: "unspecified" } as const;
}

function node(
  className: string,
  packageName: string,
  own: Pick<AccessibilityNodeState, "bounds"> & Partial<AccessibilityNodeState>,
): AccessibilityNodeState {
  return {
    className,
    packageName,
    text: "",
    contentDescription: "",
    hint: "",
    resourceId: "",
    isCheckable: false,
    isChecked: false,
    isClickable: false,
    isEnabled: true,
    isFocusable: false,
    isFocused: false,
    isScrollable: false,
    isLongClickable: false,
    isPassword: false,
    isSelected: false,
    isVisibleToUser: true,
    isImportant: true,
    stateDescription: "",
    isShowingHint: false,
    children: [],
    ...own,
  };
}

import type { ActivityHost, DialogOptions, MenuItem, RecentTask } from "../apps/app.js";
import type { PhoneIntent } from "../intent.js";
import { everyView } from "../ui/hit.js";
import { menu } from "../ui/widgets/overlays.js";
import type { ActivityManager } from "./activity-manager.js";
import type { ActivityRecord } from "./activity-record.js";
import { dialogDecor } from "./decor.js";
import type { Kernel } from "./kernel.js";
import type { Keyboard } from "./keyboard.js";
import type { Packages } from "./packages.js";
import { isUserFixed } from "./permission-words.js";
import type { SystemDialogs } from "./system-dialogs.js";
import type { Toasts } from "./toasts.js";
import type { WindowManager } from "./window-manager.js";
import { LAYERS, type WindowRecord } from "./window-record.js";

export interface HostServices {
  readonly kernel: Kernel;
  readonly windows: WindowManager;
  readonly packages: Packages;
  readonly activities: ActivityManager;
  readonly keyboard: Keyboard;
  readonly toasts: Toasts;
  readonly dialogs: SystemDialogs;
  readonly permissions: Set<string>;
  readonly refusals: Map<string, number>;
  /** The system's language, as a tag. */
  readonly systemLocale: () => string;
  /** Changes a setting; those with an effect at once (rotation, dark theme…) take effect here. */
  readonly putSetting: (namespace: "system" | "secure" | "global", key: string, value: string | null) => void;
}

/** A complete intent with these fields. */
export function intentOf(parts: Partial<PhoneIntent>): PhoneIntent {
  return { action: null, data: null, component: null, packageName: null, categories: [], ...parts };
}

/** The functions of the phone for one activity. `self` gives its record after the record was created. */
export function makeHost(services: HostServices, packageName: string, self: () => ActivityRecord): ActivityHost {
  return {
    ...deviceSide(services, packageName, self),
    ...screenSide(services, self),
    ...taskSide(services, self),
  };
}

type DeviceSide =
  | "packageName"
  | "apiLevel"
  | "locales"
  | "screenDp"
  | "now"
  | "wallMs"
  | "setting"
  | "putSetting"
  | "grantPermission"
  | "denyPermission"
  | "requestPermission"
  | "block"
  | "crash"
  | "update";

function deviceSide(
  services: HostServices,
  packageName: string,
  self: () => ActivityRecord,
): Pick<ActivityHost, DeviceSide> {
  const { kernel, permissions, refusals } = services;
  const { scheduler, settings } = kernel;
  const update = () => reported(kernel, self());
  return {
    packageName,
    apiLevel: kernel.apiLevel,
    locales: () => {
      const { locales, users } = kernel.managers;
      return [...locales.of(packageName, users.current), services.systemLocale()];
    },
    screenDp: () => {
      const { size, density } = kernel.display;
      return { width: size.width / density, height: size.height / density };
    },
    now: () => scheduler.now,
    wallMs: () => scheduler.wallMs,
    setting: (namespace, key) => settings.get(namespace, key) ?? null,
    putSetting: services.putSetting,
    grantPermission: (owner, name) => {
      permissions.add(`${owner} ${name}`);
      refusals.delete(`${owner} ${name}`);
    },
    denyPermission: (owner, name) => {
      const key = `${owner} ${name}`;
      refusals.set(key, (refusals.get(key) ?? 0) + 1);
    },
    requestPermission: (name, onResult) => requestPermission(services, self(), { name, onResult }),
    block: (ms) => {
      self().process.block(scheduler.now, ms, scheduler);
      scheduler.after(ms, update);
    },
    crash: () => crash(services, self()),
    update,
  };
}

type ScreenSide = "after" | "dialog" | "menu" | "toast" | "leaveField" | "focusField" | "hideKeyboard";

function screenSide(services: HostServices, self: () => ActivityRecord): Pick<ActivityHost, ScreenSide> {
  return {
    after: (ms, run) => services.kernel.scheduler.after(ms, () => runLater(services, self(), run)),
    dialog: (options) => openDialog(services, self(), options),
    menu: (anchorId, items) => openMenu(services, self(), { anchorId, items }),
    toast: (message, isLong = false) => services.toasts.show(message, { isLong, process: self().process }),
    leaveField: () => {
      services.keyboard.hide();
      self().window.ui.focusField(undefined);
    },
    focusField: (field) => {
      const { window } = self();
      window.ui.focusField(field);
      services.keyboard.follow(window, field);
    },
    hideKeyboard: () => services.keyboard.hide(),
  };
}

function taskSide(services: HostServices, self: () => ActivityRecord): Omit<ActivityHost, DeviceSide | ScreenSide> {
  const { activities, packages } = services;
  return {
    start: (intent, onResult) => {
      activities.start(intentOf(intent), { from: self(), ...(onResult && { onResult }) });
    },
    startTask: (intent) => {
      activities.start(intentOf(intent));
    },
    finish: (result) => activities.finish(self(), result ?? null),
    candidates: (intent) => packages.candidates(intentOf(intent)),
    preferActivity: (intent, component) => activities.prefer(intent, component),
    installedApps: () => packages.all(),
    recentTasks: () => recentTasks(services),
    openTask: (taskId) => activities.toFront(taskId),
    stopApp: (name) => activities.stopPackage(name),
  };
}

function recentTasks({ activities }: HostServices): readonly RecentTask[] {
  return activities.tasks.flatMap((task) => {
    const app = task.activities[0]?.found.app;
    return app && task.kind === "standard" ? [{ taskId: task.taskId, app }] : [];
  });
}

function runLater({ kernel }: HostServices, record: ActivityRecord, run: () => void): void {
  record.process.post(kernel.scheduler.now, () => {
    if (record.isFinished) return;
    run();
    reported(kernel, record);
  });
}

/** An activity that is not visible draws nothing, and sends no accessibility event when it changes. */
function reported(kernel: Kernel, { window, found }: ActivityRecord): void {
  if (window.isOnScreen) kernel.changed("content", found.app.packageName);
  else kernel.changed("look");
}

function openDialog(services: HostServices, record: ActivityRecord, options: DialogOptions): { close(): void } {
  const isBottom = options.placement === "bottom";
  let window: WindowRecord | undefined;
  const close = () => closeOverlay(services, record, window);
  const cancel = () => {
    if (options.isCancelable === false) return;
    close();
    options.onCancel?.();
  };
  services.keyboard.hide();
  window = services.windows.add({
    ...overlaySpec(record),
    kind: "dialog",
    layoutType: 2,
    title: record.component,
    placement: { at: isBottom ? "bottom" : "center" },
    content: () => dialogDecor(options.content(close), { isFloating: !isBottom }),
    hasDim: true,
    isModal: true,
    animation: "dialog",
    onOutsideTouch: cancel,
    onBack: cancel,
  });
  record.overlays.push(window);
  return { close };
}

function openMenu(
  services: HostServices,
  record: ActivityRecord,
  options: { anchorId: string; items: readonly MenuItem[] },
): void {
  const { windows } = services;
  const views = [...everyView(windows.layoutOf(record.window))];
  const anchor = views.find((placed) => placed.view.id === options.anchorId)?.rect;
  if (!anchor) throw new Error(`${record.component} has no view ${options.anchorId} to hang a menu on`);
  let window: WindowRecord | undefined;
  const close = () => closeOverlay(services, record, window);
  const items = options.items.map((item) => ({
    title: item.title,
    onClick: () => {
      close();
      item.onClick();
    },
  }));
  window = windows.add({
    ...overlaySpec(record),
    kind: "popup",
    layoutType: 1002,
    title: `PopupWindow:${services.kernel.random.hash()}`,
    placement: { at: "popup", anchor },
    content: () => ({
      className: "android.widget.FrameLayout",
      children: [menu(items)],
      isImportant: false,
      padding: 8,
    }),
    isModal: true,
    animation: "none",
    onOutsideTouch: close,
    onBack: close,
  });
  record.overlays.push(window);
}

function overlaySpec(record: ActivityRecord) {
  return {
    process: record.process,
    packageName: record.found.app.packageName,
    activityHash: record.hash,
    layer: LAYERS.application,
    isSecure: record.found.activity.isSecure ?? false,
  };
}

function closeOverlay(services: HostServices, record: ActivityRecord, window: WindowRecord | undefined): void {
  if (!window || window.isExiting) return;
  const index = record.overlays.indexOf(window);
  if (index >= 0) record.overlays.splice(index, 1);
  services.keyboard.forget(window);
  services.windows.remove(window);
}

function requestPermission(
  services: HostServices,
  record: ActivityRecord,
  request: { name: string; onResult: (isGranted: boolean) => void },
): void {
  const { packageName } = record.found.app;
  const key = `${packageName} ${request.name}`;
  const isRefused = isUserFixed(services.refusals.get(key) ?? 0, services.kernel.apiLevel);
  if (services.permissions.has(key) || isRefused) {
    request.onResult(!isRefused);
    return;
  }
  const extras = new Map([
    ["package", packageName],
    ["permission", request.name],
  ]);
  const intent = intentOf({ component: services.kernel.release.permissionActivity, extras });
  services.activities.start(intent, { from: record, onResult: (result) => request.onResult(result === "granted") });
}

function crash(services: HostServices, record: ActivityRecord): void {
  const { app } = record.found;
  const { process } = record;
  services.activities.stopPackage(app.packageName);
  services.dialogs.dismiss(app.packageName); // the process has ended, so it is not unresponsive any more
  services.dialogs.showCrash(app.packageName, app.label, process);
}

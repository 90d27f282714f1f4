import type { Screen } from "../apps/app.js";
import type { View } from "../ui/view.js";
import { type HostServices, makeHost } from "./activity-host.js";
import type { OpenActivity } from "./activity-manager.js";
import type { ActivityRecord } from "./activity-record.js";
import { activityDecor } from "./decor.js";
import type { FoundActivity } from "./packages.js";
import type { AppProcess } from "./processes.js";
import { LAYERS, type WindowSpec } from "./window-record.js";

/** Creates an activity: its process, its screen, its window. */
export function openActivity(services: HostServices, request: Parameters<OpenActivity>[0]): ActivityRecord {
  const { kernel, windows } = services;
  const { found, task, intent, onResult } = request;
  const { packageName } = found.app;
  const process = processOf(services, found);
  const hash = kernel.random.hash();
  let record: ActivityRecord | undefined;
  const self = () => {
    if (!record) throw new Error(`${packageName} used its host before its activity was open`);
    return record;
  };
  const host = makeHost(services, packageName, self);
  const component = `${packageName}/${found.activity.className}`;
  let screen: Screen | undefined;
  const window = windows.add({
    ...windowSpec(found),
    title: component,
    process,
    activityHash: hash,
    content: () => frame(services, found, screen?.content()),
    onBack: () => {
      if (screen?.onBack?.()) kernel.changed("content", packageName);
      else services.activities.back(self());
    },
  });
  const opened: ActivityRecord = {
    ...{ hash, found, component, process, task, intent, window, onResult },
    overlays: [],
    isFinished: false,
    get screen(): Screen {
      if (!screen) throw new Error(`${component} has no screen yet`);
      return screen;
    },
  };
  record = opened;
  screen = found.activity.open(host, intent);
  window.ui.invalidate();
  return opened;
}

function processOf({ kernel, packages }: HostServices, { app }: FoundActivity): AppProcess {
  const { packageName, drawsFrames = true } = app;
  const running = kernel.processes.find(packageName);
  return running ?? kernel.processes.start({ packageName, uid: packages.uidOf(packageName), draws: drawsFrames });
}

function windowSpec(found: FoundActivity): Omit<WindowSpec, "title" | "process" | "content"> {
  const { activity, app } = found;
  return {
    kind: "application",
    layoutType: 1,
    packageName: app.packageName,
    placement: { at: "fill" },
    layer: LAYERS.application,
    isSecure: activity.isSecure ?? false,
    isOpaque: !activity.isTranslucent && !activity.hasWallpaper,
    hidesBars: activity.isImmersive ?? false,
    hasDim: activity.isTranslucent ?? false,
    isModal: true,
    animation: "activity",
  };
}

/** The content between system bars and keyboard; immersive and translucent screens cover the whole display. */
function frame(services: HostServices, found: FoundActivity, content: View | undefined): View {
  const { kernel, windows } = services;
  const { activity } = found;
  const isFree = activity.isImmersive === true;
  const insets = isFree
    ? { left: 0, top: 0, right: 0, bottom: 0 }
    : kernel.display.stableInsets({ status: true, navigation: true });
  const withKeyboard = { ...insets, bottom: Math.max(insets.bottom, windows.imeHeight) };
  const view = activityDecor(content ?? { className: "android.view.View" }, withKeyboard);
  const isSeeThrough = activity.isTranslucent || activity.hasWallpaper;
  return isSeeThrough ? { ...view, background: undefined } : view;
}

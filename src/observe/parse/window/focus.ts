import type { ActiveWindow, Keyguard, WindowType } from "../../../screen/facts.js";
import {
  type ActivityName,
  type ComponentName,
  parseActivityRecord,
  parseComponent,
  parseWindowName,
  type WindowName,
} from "../component.js";

export interface FocusLines {
  /** Each `mCurrentFocus=`, null if it says null. */
  readonly focuses: readonly (WindowName | null)[];
  /** Each `mFocusedApp=`, null if it says null. */
  readonly apps: readonly (ActivityName | null)[];
  /** DisplayPolicy's (10+) or PhoneWindowManager's (7–9) `mFocusedWindow=`. */
  readonly policyFocus: WindowName | null;
  /** They name several windows or several apps; one display has one of each. */
  readonly isContested: boolean;
}

export function readFocusLines(lines: readonly string[]): FocusLines {
  const values = (pattern: RegExp) => lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  const focuses = values(/^\s*mCurrentFocus=(.*)$/s).map((text) => parseWindowName(text) ?? null);
  const apps = values(/^\s*mFocusedApp=(.*)$/s).map((text) => parseActivityRecord(text) ?? null);
  const inPolicy = values(/^\s*mFocusedWindow=(.*)$/s).flatMap((text) => parseWindowName(text) ?? []);
  const isContested =
    countOf(focuses, (focus) => `${focus?.hash} ${focus?.title}`) > 1 ||
    countOf(inPolicy, ({ hash, title }) => `${hash} ${title}`) > 1 ||
    countOf(apps, (app) => app?.component) > 1;
  return { focuses, apps, policyFocus: inPolicy[0] ?? null, isContested };
}

/** How many different ones there are. */
function countOf<T>(things: readonly T[], nameOf: (thing: T) => string | undefined): number {
  return new Set(things.map(nameOf)).size;
}

/** The window with the focus, described; `app` is the focused app, which a system window may cover. */
export function describeWindow(
  window: WindowName,
  app: ActivityName | null,
  displayId: number | null,
  keyguard: Keyguard,
): ActiveWindow {
  const own = parseComponent(window.title);
  const type = typeOf(window, own, keyguard);
  // A popup's title names no app; it belongs to the focused one, because only that one's windows take the focus.
  const owner = own ?? attachedTo(window.title) ?? (type === "popup" ? app : null);
  return {
    package: owner?.package ?? startingPackage(window.title) ?? systemOwner(window, type),
    activity: owner?.activity ?? null,
    component: owner?.component ?? null,
    title: window.title,
    type,
    windowId: window.hash,
    userId: window.userId,
    displayId,
    app: plainApp(app),
    basis: "focus",
  };
}

/** Samsung's dialogs are called `AtchDlg:package/class`. */
function attachedTo(title: string): ComponentName | undefined {
  return parseComponent(/^AtchDlg:(.*)$/.exec(title)?.[1] ?? "");
}

/** A window that stands for an app that is starting: `Splash Screen package`, before Android 11 `Starting package`. */
function startingPackage(title: string): string | undefined {
  return /^(?:Splash Screen|Starting) ([\w.]+)$/.exec(title)?.[1];
}

/** The focused app where no window has the focus, as in a transition or where the dump has no windows. */
export function describeApp(
  app: ActivityName,
  displayId: number | null,
  basis: "focusedApp" | "resumedActivity",
): ActiveWindow {
  return {
    package: app.package,
    activity: app.activity,
    component: app.component,
    title: `${app.package}/${app.activity}`,
    type: componentType(app) ?? "application",
    windowId: null,
    userId: app.userId,
    displayId,
    app: plainApp(app),
    basis,
  };
}

export function plainApp(app: ComponentName | null): ActiveWindow["app"] {
  return app ? { package: app.package, activity: app.activity, component: app.component } : null;
}

function typeOf(window: WindowName, component: ComponentName | undefined, keyguard: Keyguard): WindowType | null {
  if (component) return componentType(component) ?? "application";
  const { title } = window;
  if (title.startsWith("Application Not Responding: ")) return "anrDialog";
  if (title.startsWith("Application Error: ")) return "crashDialog";
  if (SHADE.test(title)) return shadeType(keyguard);
  if (/^(?:PopupWindow:|Pop-Up Window$|AtchDlg:|SubPanel:|Panel:)/.test(title)) return "popup";
  if (startingPackage(title) !== undefined) return "splash";
  return PACKAGE.test(title) ? "overlay" : "system";
}

/** Up to Android 10 the status bar's window is also the shade and the lock screen; NotificationShade from 11 on. */
const SHADE = /^(?:StatusBar|NotificationShade|Keyguard\w*)$/;

/** Only the keyguard shows which of the two it is. */
function shadeType({ showing, occluded }: Keyguard): "keyguard" | "notificationShade" | null {
  if (showing === null) return null;
  return showing && occluded !== true ? "keyguard" : "notificationShade";
}

/** The same window, identified as shade or lock screen by a keyguard from another text. */
export function withKeyguard(active: ActiveWindow, keyguard: Keyguard | null): ActiveWindow {
  return active.type === null && keyguard ? { ...active, type: shadeType(keyguard) } : active;
}

/**
 * Windows of SYSTEM_ALERT_WINDOW apps carry the package's name as their title unless the app sets another; a last part
 * with a capital is a class (`com.android.systemui.ImageWallpaper`), which does not name the package.
 */
const PACKAGE = /^[a-z]\w*(?:\.\w+)*\.[a-z_]\w*$/;

function componentType(component: ComponentName): WindowType | undefined {
  const className = component.activity.slice(component.activity.lastIndexOf(".") + 1);
  // The class keeps its name in every vendor's package (com.google.android…, com.lbe.security.miui…).
  if (/^(?:GrantPermissionsActivity|ReviewPermissionsActivity)$/.test(className)) return "permissionDialog";
  // Settings asks so before an app may turn Bluetooth on; apps have activities of this name, too.
  if (className === "RequestPermissionActivity" && component.package === "com.android.settings") {
    return "permissionDialog";
  }
  const isChooser = /^(?:[A-Z][a-z]+)?(?:Resolver|Chooser)Activity\w*$|^IntentForwarderActivity$/.test(className);
  return isChooser && SYSTEM_CHOOSER.test(component.component) ? "intentChooser" : undefined;
}

/**
 * The framework's choosers (com.android.internal.app, in vendors' packages too: com.huawei.android.internal.app) and
 * the intentresolver module's; an app's own ChooserActivity is just a screen of that app.
 */
const SYSTEM_CHOOSER = /^android\/|\binternal\.app\b|intentresolver/;

function systemOwner(window: WindowName, type: WindowType | null): string | null {
  if (window.ownerPackage) return window.ownerPackage;
  if (type === null || type === "notificationShade" || type === "keyguard") return "com.android.systemui";
  if (type === "overlay") return window.title;
  // The ANR and crash dialogs are drawn by system_server, whatever app they speak of (com.android.server.am.AppErrors).
  return type === "anrDialog" || type === "crashDialog" ? "android" : null;
}

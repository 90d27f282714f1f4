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
  /** Each `mCurrentFocus=`; null if its value is null. */
  readonly focuses: readonly (WindowName | null)[];
  /** Each `mFocusedApp=`; null if its value is null. */
  readonly apps: readonly (ActivityName | null)[];
  /** `mFocusedWindow=` of DisplayPolicy (10+) or PhoneWindowManager (7–9). */
  readonly policyFocus: WindowName | null;
  /** The lines name several windows or several apps, but one display has only one of each. */
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

/** How many different names the things have. */
function countOf<T>(things: readonly T[], nameOf: (thing: T) => string | undefined): number {
  return new Set(things.map(nameOf)).size;
}

/** Describes the focused window. `app` is the focused app, which a system window may cover. */
export function describeWindow(
  window: WindowName,
  app: ActivityName | null,
  displayId: number | null,
  keyguard: Keyguard,
): ActiveWindow {
  const own = parseComponent(window.title);
  const type = typeOf(window, own, keyguard);
  // A popup's title names no app. The popup belongs to the focused app: only windows of that app can take the focus.
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

/** The component in the title of Samsung's dialogs, `AtchDlg:package/class`. */
function attachedTo(title: string): ComponentName | undefined {
  return parseComponent(/^AtchDlg:(.*)$/.exec(title)?.[1] ?? "");
}

/**
 * The package of an app that is starting, from the title `Splash Screen package` or, before Android 11, `Starting
 * package`.
 */
function startingPackage(title: string): string | undefined {
  return /^(?:Splash Screen|Starting) ([\w.]+)$/.exec(title)?.[1];
}

/** Describes the focused app if no window has the focus, as in a transition, or if the dump has no windows. */
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

/**
 * Up to Android 10 the status bar's window is also the shade and the lock screen; since 11 that is NotificationShade.
 */
const SHADE = /^(?:StatusBar|NotificationShade|Keyguard\w*)$/;

/** Only the keyguard's state distinguishes the shade from the lock screen. */
function shadeType({ showing, occluded }: Keyguard): "keyguard" | "notificationShade" | null {
  if (showing === null) return null;
  return showing && occluded !== true ? "keyguard" : "notificationShade";
}

/** Sets the type of the shade's window, with the keyguard's state from another text. */
export function withKeyguard(active: ActiveWindow, keyguard: Keyguard | null): ActiveWindow {
  return active.type === null && keyguard ? { ...active, type: shadeType(keyguard) } : active;
}

/**
 * The title of an overlay (SYSTEM_ALERT_WINDOW) is the package's name, unless the app sets another. A last part that
 * begins with a capital is a class (`com.android.systemui.ImageWallpaper`): then the title does not name the package.
 */
const PACKAGE = /^[a-z]\w*(?:\.\w+)*\.[a-z_]\w*$/;

function componentType(component: ComponentName): WindowType | undefined {
  const className = component.activity.slice(component.activity.lastIndexOf(".") + 1);
  // The class has the same name in every vendor's package (com.google.android…, com.lbe.security.miui…).
  if (/^(?:GrantPermissionsActivity|ReviewPermissionsActivity)$/.test(className)) return "permissionDialog";
  // Settings asks with this activity before an app may turn Bluetooth on; other apps have activities of this name, too.
  if (className === "RequestPermissionActivity" && component.package === "com.android.settings") {
    return "permissionDialog";
  }
  const isChooser = /^(?:[A-Z][a-z]+)?(?:Resolver|Chooser)Activity\w*$|^IntentForwarderActivity$/.test(className);
  return isChooser && SYSTEM_CHOOSER.test(component.component) ? "intentChooser" : undefined;
}

/**
 * The framework's choosers (com.android.internal.app, also in vendors' packages: com.huawei.android.internal.app) and
 * that of the intentresolver module. An app's own ChooserActivity is a normal screen of that app.
 */
const SYSTEM_CHOOSER = /^android\/|\binternal\.app\b|intentresolver/;

function systemOwner(window: WindowName, type: WindowType | null): string | null {
  if (window.ownerPackage) return window.ownerPackage;
  if (type === null || type === "notificationShade" || type === "keyguard") return "com.android.systemui";
  if (type === "overlay") return window.title;
  // system_server draws the ANR and crash dialogs, for any app (com.android.server.am.AppErrors).
  return type === "anrDialog" || type === "crashDialog" ? "android" : null;
}

import type { Size } from "../../../src/base/geometry.js";
import type { FormatFamily } from "./phone-state.js";

/** The differences between the releases of the virtual phone. */
export interface ReleaseFacts {
  readonly family: FormatFamily;
  /** The panel size of the default phone of this release. */
  readonly size: Size;
  readonly density: number;
  readonly navigation: "buttons" | "gesture";
  readonly hasCutout: boolean;
  /** The window with the shade and the lock screen: the status bar's window up to Android 10. */
  readonly shadeTitle: "StatusBar" | "NotificationShade";
  readonly navigationBarTitle: string;
  readonly wallpaperTitle: string;
  /** Windows of the system that always exist and are never visible, with their layout types. */
  readonly idleWindows: readonly { readonly title: string; readonly layoutType: number }[];
  readonly permissionActivity: string;
  /** The package in the resource ids of the permission dialog: that of its code, whatever the app's package is. */
  readonly permissionResources: string;
  readonly resolverActivity: string;
  readonly chooserActivity: string;
  readonly launcherActivity: string;
  readonly inputMethod: string;
  /** ViewConfiguration.getLongPressTimeout(). */
  readonly longPressMs: number;
}

const OLD_LAUNCHER = "com.android.launcher3/com.android.launcher3.Launcher";
const NEW_LAUNCHER = "com.android.launcher3/com.android.launcher3.uioverrides.QuickstepLauncher";
const OLD_PERMISSIONS =
  "com.google.android.packageinstaller/com.android.packageinstaller.permission.ui.GrantPermissionsActivity";
const NEW_PERMISSIONS =
  "com.android.permissioncontroller/com.android.permissioncontroller.permission.ui.GrantPermissionsActivity";
const AOSP_KEYBOARD = "com.android.inputmethod.latin/.LatinIME";
const GOOGLE_KEYBOARD = "com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME";

const OLD = {
  navigation: "buttons",
  hasCutout: false,
  density: 420,
  shadeTitle: "StatusBar",
  navigationBarTitle: "NavigationBar",
  wallpaperTitle: "com.android.systemui.ImageWallpaper",
  idleWindows: [
    { title: "AssistPreviewPanel", layoutType: 2033 },
    { title: "DockedStackDivider", layoutType: 2034 },
  ],
  permissionActivity: OLD_PERMISSIONS,
  permissionResources: "com.android.packageinstaller",
  resolverActivity: "android/com.android.internal.app.ResolverActivity",
  chooserActivity: "android/com.android.internal.app.ChooserActivity",
  launcherActivity: OLD_LAUNCHER,
  inputMethod: AOSP_KEYBOARD,
  longPressMs: 500,
} as const;

const NEW = {
  ...OLD,
  navigation: "gesture",
  hasCutout: true,
  shadeTitle: "NotificationShade",
  navigationBarTitle: "NavigationBar0",
  permissionActivity: NEW_PERMISSIONS,
  permissionResources: "com.android.permissioncontroller",
  launcherActivity: NEW_LAUNCHER,
  inputMethod: GOOGLE_KEYBOARD,
  longPressMs: 400,
  idleWindows: [{ title: "ShellDropTarget", layoutType: 2038 }],
} as const;

const DECOR = [
  { title: "ScreenDecorOverlayBottom", layoutType: 2024 },
  { title: "ScreenDecorOverlay", layoutType: 2024 },
] as const;

const FAMILIES: readonly ReleaseFacts[] = [
  { ...OLD, family: 24, size: { width: 1080, height: 1920 } },
  { ...OLD, family: 28, size: { width: 1080, height: 2160 } },
  { ...NEW, family: 30, size: { width: 1080, height: 2340 }, density: 440 },
  {
    ...NEW,
    family: 33,
    size: { width: 1080, height: 2400 },
    wallpaperTitle: "com.android.systemui.wallpapers.ImageWallpaper",
    idleWindows: [...DECOR, { title: "EdgeBackGestureHandler0", layoutType: 2024 }, ...NEW.idleWindows],
  },
  {
    ...NEW,
    family: 36,
    size: { width: 1080, height: 2424 },
    navigationBarTitle: "Taskbar",
    wallpaperTitle: "com.android.systemui.wallpapers.ImageWallpaper",
    idleWindows: [...DECOR, { title: "DisplayBackGestureHandler 0", layoutType: 2024 }, ...NEW.idleWindows],
    resolverActivity: "com.android.intentresolver/com.android.intentresolver.ResolverActivity",
    chooserActivity: "com.android.intentresolver/com.android.intentresolver.ChooserActivity",
  },
];

const RELEASES = new Map([
  [24, "7.0"],
  [25, "7.1.1"],
  [26, "8.0.0"],
  [27, "8.1.0"],
  [28, "9"],
  [29, "10"],
  [30, "11"],
  [31, "12"],
  [32, "12"],
  [33, "13"],
  [34, "14"],
  [35, "15"],
  [36, "16"],
]);

/** The facts of the nearest known release; if two are equally near, of the newer one. */
export function releaseFacts(apiLevel: number): ReleaseFacts {
  const [nearest] = FAMILIES.toSorted(
    (a, b) => Math.abs(a.family - apiLevel) - Math.abs(b.family - apiLevel) || b.family - a.family,
  );
  if (!nearest) throw new Error("no release is known");
  return nearest;
}

/** The version name of an API level, for example "13" for 33. */
export function releaseName(apiLevel: number): string {
  return RELEASES.get(apiLevel) ?? String(apiLevel - 20);
}

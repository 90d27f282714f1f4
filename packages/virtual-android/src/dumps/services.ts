import type { PhoneState } from "../phone-state.js";
import { dumpAccessibility } from "./accessibility/accessibility.js";
import { dumpActivities } from "./activity/activities.js";
import { dumpActivity } from "./activity/activity.js";
import { dumpDisplay } from "./display/display.js";
import type { DumpService } from "./dump-service.js";
import { dumpGfxinfo, resetGfxinfo } from "./gfxinfo/gfxinfo.js";
import { dumpInput } from "./input/input.js";
import { dumpInputMethod } from "./input-method/input-method.js";
import { dumpPower } from "./power/power.js";
import { dumpAlarm } from "./services/alarm.js";
import { dumpAppOps } from "./services/app-ops.js";
import { dumpBattery } from "./services/battery.js";
import { dumpConnectivity, dumpWifi } from "./services/connectivity.js";
import { dumpDeviceIdle } from "./services/device-idle.js";
import { dumpDiskStats } from "./services/diskstats.js";
import { dumpDropBox } from "./services/dropbox.js";
import { dumpFingerprint } from "./services/fingerprint.js";
import { dumpLocation } from "./services/location.js";
import { dumpMeminfo } from "./services/meminfo.js";
import { dumpNotification } from "./services/notification.js";
import { dumpPackage } from "./services/package.js";
import { dumpSettings } from "./services/settings.js";
import { dumpTrust } from "./services/trust.js";
import { dumpStatusBar, dumpUiMode } from "./services/ui.js";
import { dumpUser } from "./services/user.js";
import { dumpSurfaceFlinger } from "./surface-flinger/surface-flinger.js";
import { dumpWindow } from "./window/window.js";

/** The binder services of a phone of this API level, sorted by name as in the service manager. */
export function servicesOf(api: number): readonly DumpService[] {
  return SERVICES.filter((service) => service.since <= api);
}

export function serviceNamed({ build }: Pick<PhoneState, "build">, name: string): DumpService | undefined {
  return servicesOf(build.apiLevel).find((service) => service.name === name);
}

function service(name: string, descriptor: string, dump: DumpService["dump"], since = 24): DumpService {
  return { name, descriptor, since, dump };
}

const SERVICES: readonly DumpService[] = [
  service("SurfaceFlinger", "android.ui.ISurfaceComposer", dumpSurfaceFlinger),
  service("accessibility", "android.view.accessibility.IAccessibilityManager", dumpAccessibility),
  service("activity", "android.app.IActivityManager", dumpActivity),
  service("activity_task", "android.app.IActivityTaskManager", (state) => dumpActivities(state, null), 29),
  service("alarm", "android.app.IAlarmManager", dumpAlarm),
  service("appops", "com.android.internal.app.IAppOpsService", dumpAppOps),
  service("battery", "", dumpBattery),
  service("connectivity", "android.net.IConnectivityManager", dumpConnectivity),
  service("deviceidle", "android.os.IDeviceIdleController", dumpDeviceIdle),
  service("diskstats", "", dumpDiskStats),
  service("display", "android.hardware.display.IDisplayManager", dumpDisplay),
  service("dropbox", "com.android.internal.os.IDropBoxManagerService", dumpDropBox),
  service("fingerprint", "android.hardware.fingerprint.IFingerprintService", dumpFingerprint),
  { ...service("gfxinfo", "", dumpGfxinfo), afterDump: resetGfxinfo },
  service("input", "android.hardware.input.IInputManager", dumpInput),
  service("input_method", "com.android.internal.view.IInputMethodManager", dumpInputMethod),
  service("locale", "android.app.ILocaleManager", () => [], 33),
  service("location", "android.location.ILocationManager", dumpLocation),
  service("meminfo", "", dumpMeminfo),
  service("notification", "android.app.INotificationManager", dumpNotification),
  service("package", "android.content.pm.IPackageManager", dumpPackage),
  service("power", "android.os.IPowerManager", dumpPower),
  service("settings", "", dumpSettings, 26),
  service("statusbar", "com.android.internal.statusbar.IStatusBarService", dumpStatusBar),
  service("trust", "android.app.trust.ITrustManager", dumpTrust),
  service("uimode", "android.app.IUiModeManager", dumpUiMode),
  service("user", "android.os.IUserManager", dumpUser),
  service("wifi", "android.net.wifi.IWifiManager", dumpWifi),
  service("window", "android.view.IWindowManager", dumpWindow),
];

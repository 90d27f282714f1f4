import { FoveaError } from "../base/errors.js";
import type { Session } from "../session/session.js";
import { type ActResult, act } from "./act.js";
import { activityManager, launcherActivity, requirePackage } from "./apps.js";

/**
 * Brings an app to the front, by its launcher entry or by a named activity.
 * Errors: INVALID_ARGUMENT, APP_NOT_FOUND, APP_NOT_LAUNCHED.
 */
export async function openApp(
  session: Session,
  request: { readonly package: string; readonly activity: string | null },
  signal: AbortSignal,
): Promise<ActResult> {
  const packageName = requirePackage(request.package);
  return await act(
    session,
    async () => {
      const before = session.lastObservation;
      const component = request.activity
        ? `${packageName}/${requireClass(request.activity)}`
        : await launcherActivity(session, packageName, signal);
      await activityManager(session, ["start", "-W", "-a", "android.intent.action.MAIN", "-n", component], signal);
      return { did: `opened ${component}`, points: [], before };
    },
    signal,
  );
}

function requireClass(name: string): string {
  if (/^\.?[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.test(name) && name.length <= 255) return name;
  throw new FoveaError("INVALID_ARGUMENT", `"${name}" is no activity class like .MainActivity`);
}

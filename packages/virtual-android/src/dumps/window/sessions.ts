import type { PhoneState, WindowState } from "../../phone-state.js";
import { allWindows } from "../display-views.js";
import { identityHash, type Lines } from "../text.js";
import { sessionToken, windowToken } from "../tokens.js";

/** `dumpsys window sessions`: one session for each process with windows. */
export function dumpSessions(state: PhoneState): Lines {
  const windows = allWindows(state).map(({ window }) => window);
  const pids = [...new Set(windows.map((window) => window.ownerPid))];
  return ["WINDOW MANAGER SESSIONS (dumpsys window sessions)", ...pids.flatMap((pid) => session(state, windows, pid))];
}

function session(state: PhoneState, windows: readonly WindowState[], pid: number): Lines {
  const own = windows.filter((window) => window.ownerPid === pid);
  const first = own[0];
  if (!first) return [];
  const isSystem = first.ownerUid % 100_000 < 10_000 || first.ownerPackage === "com.android.systemui";
  const lists =
    state.build.apiLevel >= 31 ? "mAlertWindowSurfaces=[]" : "mAppOverlaySurfaces=[] mAlertWindowSurfaces=[]";
  const surface = `mSurfaceSession=android.view.SurfaceSession@${identityHash(`surface session ${pid}`)}`;
  const count =
    state.build.apiLevel >= 36 ? `mAddedWindows=[${own.map(windowToken).join(", ")}]` : `mNumWindow=${own.length}`;
  return [
    `  Session ${sessionToken(pid, first.ownerUid)}:`,
    `    ${count} mCanAddInternalSystemWindow=${isSystem} ${lists} mClientDead=false ${surface}`,
    `    mPackageName=${first.ownerPackage}`,
  ];
}

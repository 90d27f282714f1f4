import { type Device, wrapDevice } from "../../../src/devices/device.js";
import { HierarchyCache } from "../../../src/hierarchy-cache/cache.js";
import { readLimits } from "../../../src/hierarchy-cache/limits.js";
import { Session, type SessionIds } from "../../../src/session/session.js";
import { useCompanions } from "../companion-ways.js";
import { directDevice } from "../direct-phone.js";
import type { JumpingTime } from "../jumping-time.js";
import type { HostilePhone } from "./hostile-phone.js";
import { quickRun, quickStream } from "./quick-shell.js";

/**
 * A session with the phone in this process, without an adb server and files; the quick shell runs the scripts that it
 * supports.
 */
export function quickSession(hostile: HostilePhone, time: JumpingTime, usesCompanion: boolean): Session {
  const { phone, device, programs } = hostile;
  const direct = directDevice(device);
  const parts = { phone, programs, sleep: time.sleep.bind(time) };
  const quick: Device = wrapDevice(direct, async (name, signal) => {
    hostile.noteService(name);
    const script = /^shell,v2,raw:(.*)$/s.exec(name)?.[1];
    const run = script === undefined ? undefined : quickRun(parts, script);
    return run ? quickStream(run, signal) : await direct.openService(name, signal);
  });
  const cache = new HierarchyCache({ policy: "tile", limits: readLimits([]) });
  return new Session(quick, counters(), { cache, ...(usesCompanion && { link: useCompanions() }) });
}

function counters(): SessionIds {
  let [refs, observations] = [0, 0];
  return { nextRef: () => `e${++refs}`, nextObservationId: () => `o${++observations}` };
}

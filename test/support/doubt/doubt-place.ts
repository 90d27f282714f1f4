import { createPhone } from "../../../packages/virtual-android/src/create-phone.js";
import { MemoryFiles } from "../../../packages/virtual-android/src/files.js";
import { bundledProfile } from "../../../packages/virtual-android/src/profile.js";
import { startVirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import type { VirtualPhone } from "../../../packages/virtual-android/src/virtual-phone.js";
import { wrapDevice } from "../../../src/devices/device.js";
import { HierarchyCache } from "../../../src/hierarchy-cache/cache.js";
import { readLimits } from "../../../src/hierarchy-cache/limits.js";
import { Session } from "../../../src/session/session.js";
import { useCompanions } from "../companion-ways.js";
import { directDevice } from "../direct-phone.js";
import { JumpingTime } from "../jumping-time.js";
import { TICKING_APP, TickingApp } from "./ticking-app.js";

/** A phone in this process that shows the meter app, and a session with it, in simulated time. */
export interface DoubtPlace extends AsyncDisposable {
  readonly phone: VirtualPhone;
  readonly meter: TickingApp;
  readonly time: JumpingTime;
  readonly apiLevel: number;
  readonly session: Session;
  /** How many adb streams were opened so far. */
  readonly streams: number;
}

export interface DoubtOptions {
  readonly apiLevel: number;
  readonly usesCompanion: boolean;
  /** The profile of delays of the phone's programs, in the phone's time. */
  readonly profile: string;
  readonly animationScale: 0 | 1;
}

/** Longer than the transitions at the start. */
const BOOT_MS = 1_000;
/** Few pixels, which are drawn fast, but as many dp as an ordinary phone. */
const SMALL = { size: { width: 360, height: 640 }, density: 160 } as const;

export async function startDoubtPlace(options: DoubtOptions): Promise<DoubtPlace> {
  const { apiLevel, usesCompanion, profile, animationScale } = options;
  const time = new JumpingTime();
  const meter = new TickingApp();
  const files = MemoryFiles.create(() => Math.floor(time.wallMs() / 1000));
  const looks = { ...SMALL, animationScale, moreApps: () => [meter.app()], app: TICKING_APP };
  const phone = createPhone({ ...looks, clock: time, files, apiLevel, onDevice: usesCompanion ? "enabled" : "absent" });
  const device = await startVirtualDevice({ phone, clock: time, adbdPort: null, profile: bundledProfile(profile) });
  await time.pass(BOOT_MS);
  let streams = 0;
  const direct = directDevice(device);
  const counted = wrapDevice(direct, async (name, signal) => {
    streams += 1;
    return await direct.openService(name, signal);
  });
  const cache = new HierarchyCache({ policy: "tile", limits: readLimits([]) });
  const session = new Session(counted, counters(), { cache, ...(usesCompanion && { link: useCompanions() }) });
  return {
    ...{ phone, meter, time, apiLevel, session },
    get streams() {
      return streams;
    },
    [Symbol.asyncDispose]: async () => {
      session.close();
      await device[Symbol.asyncDispose]();
    },
  };
}

function counters() {
  let [refs, observations] = [0, 0];
  return { nextRef: () => `e${++refs}`, nextObservationId: () => `o${++observations}` };
}

import { createPhone } from "../../../packages/virtual-android/src/create-phone.js";
import { MemoryFiles } from "../../../packages/virtual-android/src/files.js";
import { startVirtualDevice, type VirtualDevice } from "../../../packages/virtual-android/src/virtual-device.js";
import type { VirtualPhone } from "../../../packages/virtual-android/src/virtual-phone.js";
import type { Device } from "../../../src/devices/device.js";
import { wrapDevice } from "../../../src/devices/device.js";
import { HierarchyCache } from "../../../src/hierarchy-cache/cache.js";
import { readLimits } from "../../../src/hierarchy-cache/limits.js";
import { Session, type SessionIds } from "../../../src/session/session.js";
import { useCompanions } from "../companion-ways.js";
import { directDevice } from "../direct-phone.js";
import { JumpingTime } from "../jumping-time.js";
import { FORM_APP, FormApp } from "./form-app.js";

/** An event on the phone during typing: the start of a program, a request of the companion, or a character. */
export interface Instant {
  readonly kind: "command" | "request" | "character";
  readonly words: string;
}

/** A phone in this process that shows the form app, in simulated time. */
export interface TypingPlace extends AsyncDisposable {
  readonly phone: VirtualPhone;
  readonly device: VirtualDevice;
  readonly form: FormApp;
  readonly time: JumpingTime;
  readonly session: Session;
  readonly usesCompanion: boolean;
  /** The adb streams that were opened. */
  readonly streams: string[];
  /** Called right before each instant. */
  onInstant: (instant: Instant) => void;
}

const SIZE = { size: { width: 216, height: 432 }, density: 96 } as const;
/** Longer than the transitions at the start. */
const BOOT_MS = 1_000;

export async function startTypingPlace({
  apiLevel,
  usesCompanion,
}: {
  readonly apiLevel: number;
  readonly usesCompanion: boolean;
}): Promise<TypingPlace> {
  const time = new JumpingTime();
  const form = new FormApp();
  const files = MemoryFiles.create(() => Math.floor(time.wallMs() / 1000));
  const phone = createPhone({
    ...{ animationScale: 0, ...SIZE, clock: time, files, apiLevel, app: FORM_APP },
    moreApps: () => [form.app()],
    onDevice: usesCompanion ? "enabled" : "absent",
  });
  const device = await startVirtualDevice({ phone, clock: time, adbdPort: null });
  await time.pass(BOOT_MS);
  const place = { onInstant: (_: Instant) => {} };
  const { faults } = device;
  const { faultFor: strike } = faults;
  faults.faultFor = (target, words) => {
    if (target !== "service") place.onInstant({ kind: target, words });
    return strike.call(faults, target, words);
  };
  const { typeText } = phone;
  phone.typeText = (words) => {
    place.onInstant({ kind: "character", words });
    typeText.call(phone, words);
  };
  const streams: string[] = [];
  const session = sessionWith(directDevice(device), { usesCompanion, streams });
  return Object.assign(place, {
    ...{ phone, device, form, time, session, usesCompanion, streams },
    [Symbol.asyncDispose]: async () => {
      session.close();
      await device[Symbol.asyncDispose]();
    },
  });
}

function sessionWith(
  direct: Device,
  { usesCompanion, streams }: { readonly usesCompanion: boolean; readonly streams: string[] },
): Session {
  const counted = wrapDevice(direct, async (name, signal) => {
    streams.push(name);
    return await direct.openService(name, signal);
  });
  const cache = new HierarchyCache({ policy: "tile", limits: readLimits([]) });
  return new Session(counted, counters(), { cache, ...(usesCompanion && { link: useCompanions() }) });
}

function counters(): SessionIds {
  let [refs, observations] = [0, 0];
  return { nextRef: () => `e${++refs}`, nextObservationId: () => `o${++observations}` };
}

import { JumpingTime } from "../jumping-time.js";
import { startHostilePhone } from "./hostile-phone.js";
import { quickSession } from "./hostile-session.js";
import type { TrialPlace } from "./trial.js";

export interface PlaceOptions {
  readonly apiLevel: number;
  readonly usesHalf: boolean;
}

/** Longer than the transitions at the start. */
const BOOT_MS = 1_000;

/** A phone in this process, whose time jumps. */
export async function startQuickPlace({ apiLevel, usesHalf }: PlaceOptions): Promise<TrialPlace & AsyncDisposable> {
  const time = new JumpingTime();
  const hostile = await startHostilePhone(time, { apiLevel, onDevice: usesHalf ? "enabled" : "absent" });
  await time.pass(BOOT_MS);
  const session = quickSession(hostile, time, usesHalf);
  return {
    ...{ hostile, session, usesHalf },
    during: async (work) => await time.during(work),
    pass: async (ms) => await time.pass(ms),
    [Symbol.asyncDispose]: async () => {
      session.close();
      await hostile[Symbol.asyncDispose]();
    },
  };
}

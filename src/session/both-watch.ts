import type { SessionWatcher } from "./session-watcher.js";

/** A watcher that passes the events of one session to two watchers, `one` first; only `one` if there is no other. */
export function bothWatch(one: SessionWatcher, other: SessionWatcher | undefined): SessionWatcher {
  if (!other) return one;
  return {
    get keepsFrames() {
      return one.keepsFrames || other.keepsFrames;
    },
    frame: (frame) => {
      one.frame(frame);
      other.frame(frame);
    },
    sent: () => {
      one.sent();
      other.sent();
    },
    acted: (note) => {
      one.acted(note);
      other.acted(note);
    },
  };
}

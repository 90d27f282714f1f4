import type { SessionWatcher } from "./session-watcher.js";

/** Two who hear of one session, the first one first; the first alone where there is no second. */
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

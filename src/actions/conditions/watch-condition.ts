import { isSameWindow, pictureChange, type QuickCheck } from "../../observe/quick-check/quick-check.js";
import { judge } from "../../screen/match.js";
import type { MatchSource } from "../../screen/match-source.js";
import type { Observation } from "../../screen/observation.js";
import { hasTree } from "../../screen/readable.js";
import type { Condition } from "../../screen/selector.js";
import type { Session } from "../../session/session.js";
import { type Arrival, isOfOtherWindow, readNewTree, type Watch } from "../targets/watch.js";

/**
 * Waits for a condition. The window manager's facts (app, keyboard) are checked at every quick check. The hierarchy is
 * slow to read: it is read if these facts do not decide, and again only after a quick check shows a change. An unknown
 * fact makes no condition true, not even a negation.
 */
export function watchCondition(
  session: Session,
  condition: Condition,
  sourceOf: (seen: Observation) => MatchSource,
  toastsSeen: () => readonly string[] = () => [],
): Watch {
  let read: { readonly quickCheck: QuickCheck | null; readonly observation: Observation } | null = null;
  let toastsBefore = 0;
  const isTrueOf = (observation: Observation) =>
    !isOfOtherWindow(observation) && judge(condition, sourceOf(observation)) === true;
  return {
    usesPixels: false,
    isReading: false,
    end: async () => {},
    get last() {
      return read?.observation ?? null;
    },
    check: async (now, signal): Promise<Arrival | undefined> => {
      const byFacts = judge(condition, { ...factsOf(now), toastsSeen: toastsSeen() });
      if (byFacts === false) return undefined;
      const isNews = toastsSeen().length > toastsBefore;
      if (byFacts === null && read && !isNews && !isWorthReading(read, now)) return undefined;
      toastsBefore = toastsSeen().length;
      read = { quickCheck: now, observation: await readNewTree(session, now, signal) };
      const { observation } = read;
      return isTrueOf(observation) ? { after: observation, picture: null } : undefined;
    },
    see: (observation) => {
      read = { quickCheck: null, observation };
      return isTrueOf(observation) ? { after: observation, picture: null } : undefined;
    },
  };
}

/** The facts of a quick check, without elements. */
function factsOf({ window }: QuickCheck) {
  return {
    hierarchySource: "none" as const,
    elements: [],
    activeWindow: window?.activeWindow ?? null,
    ime: window?.ime ?? null,
  };
}

/**
 * Whether to read again: something changed since the last reading, or may have changed, or that reading was useless.
 */
function isWorthReading(
  read: { readonly quickCheck: QuickCheck | null; readonly observation: Observation },
  now: QuickCheck,
): boolean {
  if (!read.quickCheck || !hasTree(read.observation) || isOfOtherWindow(read.observation)) return true;
  return !isSameWindow(read.quickCheck, now) || pictureChange(read.quickCheck.grid, now) !== "same";
}

import { FoveaError } from "../../base/errors.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { toastsHeard } from "../../observe/settle/toasts.js";
import { sourceSince } from "../../screen/changes.js";
import { frontText } from "../../screen/header.js";
import { quoteWords } from "../../screen/label.js";
import { judge, matchElements, similarElements } from "../../screen/match.js";
import type { MatchSource } from "../../screen/match-source.js";
import type { Observation } from "../../screen/observation.js";
import { hasTree } from "../../screen/readable.js";
import type { Condition } from "../../screen/selector.js";
import { printCondition } from "../../screen/selector-print.js";
import type { Session } from "../../session/session.js";
import { inconsistent, isOff, screenContext, screenOff, unreadable } from "../targets/refuse-screen.js";
import { describe } from "../targets/refuse-target.js";
import { isOfOtherWindow } from "../targets/watch.js";
import { requireKnownNames } from "./known-names.js";
import { requireKnownRefs } from "./known-refs.js";
import { seenToasts } from "./seen-toasts.js";

export interface Verified {
  readonly condition: string;
  /** The evidence, one entry for each thing that the condition checks. */
  readonly evidence: readonly string[];
  readonly observation: Observation;
}

/** The screen with which `changed` compares: the one of the last answer, or the one before the last action. */
export type ChangedSince = "answer" | "action";

/**
 * Checks one condition on the current screen, once. `changed` compares with the screen that the caller was last shown,
 * or, if the condition is about the last action, with the screen before it, and is unknown before the first action.
 * Errors: EXPECTATION_FAILED with what is on the screen instead; if the result is unknown, those of reading the screen,
 * FACT_UNKNOWN; those of requireKnownNames.
 */
export async function verify(
  session: Session,
  condition: Condition,
  signal: AbortSignal,
  since: ChangedSince = "answer",
): Promise<Verified> {
  const base = since === "action" ? session.beforeLastAct : session.lastReported;
  const seen = seenToasts(session, condition);
  // Reads toasts first: reading the hierarchy may take longer than a toast is shown.
  await seen.look(signal);
  const { observation } = await observe(session, { ...OBSERVE_TREE, fresh: "forced" }, signal);
  if (isOfOtherWindow(observation)) throw inconsistent(session, observation);
  const source = { ...sourceSince(base, observation), toasts: toastsHeard(session), toastsSeen: seen.texts() };
  const holds = judge(condition, source);
  const evidence = evidenceFor(condition, { source, since }, observation);
  const words = printCondition(condition);
  if (holds === true) {
    requireKnownRefs(session, condition, observation);
    requireKnownNames(session, condition, source);
  }
  if (holds === true) return { condition: words, evidence, observation };
  if (holds === null) throw undecided(session, observation, words);
  throw new FoveaError(
    "EXPECTATION_FAILED",
    `${words} is not true of ${session.device.serial}: ${evidence.join("; ")}`,
    screenContext(session, observation, words),
  );
}

/** Why a condition is neither true nor false. */
function undecided(session: Session, observation: Observation, words: string): FoveaError {
  if (isOff(observation.power)) return screenOff(session);
  if (!hasTree(observation)) return unreadable(session, observation);
  const device = session.device.serial;
  const hint = words.includes("toast ")
    ? { hint: "Only the companion reports all toasts: run `fovea setup`, or start the server with --companion auto." }
    : {};
  return new FoveaError("FACT_UNKNOWN", `${device} does not show whether ${words}`, { device, ...hint });
}

const BASE_WORDS = { answer: "since the last answer", action: "since the screen before the last action" } as const;

const MOST_NAMED = 3;

/** Elements with similar words: a misspelt name is on no screen. */
function nearMisses(denied: Condition, { source }: Judged): readonly string[] {
  if (denied.kind !== "exists" || matchElements(denied.element, source.elements).length > 0) return [];
  if (!("phrases" in denied.element)) return [];
  const alike = similarElements(denied.element, source.elements).slice(0, MOST_NAMED).map(describe);
  return alike.length === 0 ? [] : [`similar words are on ${alike.join(", ")}`];
}

function toastText({ toasts, toastsSeen = [] }: MatchSource): string {
  if (!toasts && toastsSeen.length > 0) return `toast ${toastsSeen.map(quoteWords).join(", ")} is shown`;
  if (!toasts) return "toasts are unknown: only the companion reports them";
  return toasts.length === 0 ? "no toast since the last action" : `toast ${toasts.map(quoteWords).join(", ")}`;
}

interface Judged {
  readonly source: MatchSource;
  readonly since: ChangedSince;
}

function evidenceFor(condition: Condition, judged: Judged, seen: Observation): readonly string[] {
  switch (condition.kind) {
    case "exists": {
      const found = matchElements(condition.element, judged.source.elements).map(describe);
      const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : "";
      return [found.length > 0 ? `${found.slice(0, MOST_NAMED).join(", ")}${more}` : `no ${printCondition(condition)}`];
    }
    case "app":
    case "activity":
      return [frontText(seen)];
    case "keyboard":
      return [`keyboard ${seen.ime?.visible ? "shown" : "hidden"}`];
    case "toast":
      return [toastText(judged.source)];
    case "changed":
      return [`${judged.source.changed ? "" : "nothing "}changed ${BASE_WORDS[judged.since]}`];
    case "named":
      return evidenceFor(condition.condition, judged, seen);
    case "judged":
      return [`judged by ${condition.name}`];
    case "not":
      return [...evidenceFor(condition.condition, judged, seen), ...nearMisses(condition.condition, judged)];
    default:
      return condition.conditions.flatMap((one) => evidenceFor(one, judged, seen));
  }
}

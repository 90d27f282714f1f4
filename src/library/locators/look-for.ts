import * as z from "zod";
import { deviceToday } from "../../actions/targets/device-today.js";
import { inconsistent, isLocked, locked, screenContext, unreadable } from "../../actions/targets/refuse-screen.js";
import { describe } from "../../actions/targets/refuse-target.js";
import { isOfOtherWindow } from "../../actions/targets/watch.js";
import { whenReady } from "../../actions/targets/when-ready.js";
import { FoveaError, isFoveaError } from "../../base/errors.js";
import { observe } from "../../observe/observe.js";
import { OBSERVE_TREE } from "../../observe/observe-request.js";
import { isActionable, type UiElement } from "../../screen/element.js";
import type { Observation } from "../../screen/observation.js";
import { hasTree, isReadable } from "../../screen/readable.js";
import type { Session } from "../../session/session.js";
import { deviceField, timeoutField } from "../../tool-contract/fields.js";
import { defineTool } from "../../tool-contract/tool.js";
import { describePlan, elementsNamed, type LocatorPlan, planSelectors } from "./locator-plan.js";

/** A question about the elements that a locator names. */
export interface Question {
  /** The question as a call, for messages: `expect(button "Save").toBeEnabled()`. */
  readonly words: string;
  /** Gives whether it is true (null if this cannot be decided), and what the screen shows. */
  readonly judge: (found: readonly UiElement[]) => Judged;
}

export interface Judged {
  readonly isTrue: boolean | null;
  readonly there: string;
}

const input = z.strictObject({
  device: deviceField,
  locator: z.string(),
  timeout_ms: timeoutField,
});

const READ = { kind: "read", destructive: false, idempotent: true, deadlineMs: 320_000, input } as const;

/** All elements that the locator names now. */
export function listing(plan: LocatorPlan) {
  return defineTool({
    ...READ,
    name: "locate",
    title: "Locate elements",
    description: "What a locator names.",
    run: async (args, context, signal) => {
      const session = await context.session(args.device, signal);
      return (await see(session, plan, signal)).found;
    },
    render: (found) => ({ text: found.map(describe).join("\n") }),
    toJson: (matches) => ({ matches }),
  });
}

/**
 * Waits for the one element that the locator names. Errors: ELEMENT_NOT_FOUND, AMBIGUOUS_TARGET, DEVICE_LOCKED; those
 * of reading.
 */
export function locating(plan: LocatorPlan) {
  return defineTool({
    ...READ,
    name: "locate",
    title: "Locate an element",
    description: "The one element that a locator names.",
    run: async (args, context, signal) => {
      const session = await context.session(args.device, signal);
      const look = async () => single(session, plan, await see(session, plan, signal));
      return await whenReady(session, { timeoutMs: args.timeout_ms }, look, signal);
    },
    render: (element) => ({ text: describe(element) }),
    toJson: (element) => ({ matches: [element] }),
  });
}

/** Reads the screen again until the answer to the question is yes. Errors: EXPECTATION_FAILED; those of reading. */
export function asking(plan: LocatorPlan, { words, judge }: Question) {
  return defineTool({
    ...READ,
    name: "expect",
    title: "Expect of an element",
    description: "Wait until something is true of what a locator names.",
    run: async (args, context, signal) => {
      const session = await context.session(args.device, signal);
      const look = async () => {
        const { found, observation } = await see(session, plan, signal);
        const judged = judge(found);
        if (judged.isTrue === true) return { words, there: judged.there };
        const cannot = judged.isTrue === null ? "cannot be decided" : "is not true";
        // With this code `whenReady` tries again until the time is over.
        throw new FoveaError("ELEMENT_NOT_FOUND", `${words} ${cannot}: ${judged.there}`, {
          ...screenContext(session, observation, describePlan(plan)),
        });
      };
      return await whenReady(session, { timeoutMs: args.timeout_ms }, look, signal).catch((error) => {
        throw isFoveaError(error, "ELEMENT_NOT_FOUND") ? failed(error) : error;
      });
    },
    render: ({ words: asked, there }) => ({ text: `true: ${asked}: ${there}` }),
    toJson: (data) => data,
  });
}

function failed({ message, context, cause }: FoveaError): FoveaError {
  return new FoveaError("EXPECTATION_FAILED", message, { ...context, cause });
}

async function see(session: Session, plan: LocatorPlan, signal: AbortSignal) {
  const request = { ...OBSERVE_TREE, screenshot: "unlessLive" } as const;
  const { observation } = await observe(session, request, signal);
  if (!isReadable(observation)) throw unreadable(session, observation);
  if (isOfOtherWindow(observation)) throw inconsistent(session, observation);
  const today = await deviceToday(session, planSelectors(plan), signal);
  const found = elementsNamed(plan, { ...observation, today });
  if (found.length === 0 && !hasTree(observation)) throw unreadable(session, observation);
  return { observation, found };
}

const MOST_LISTED = 8;

/** The one element. If several match, those that can be acted on are preferred. */
function single(
  session: Session,
  plan: LocatorPlan,
  { observation, found }: { readonly observation: Observation; readonly found: readonly UiElement[] },
): UiElement {
  const actionable = found.filter(isActionable);
  const [only, ...others] = actionable.length > 0 ? actionable : found;
  const wanted = describePlan(plan);
  if (only && others.length === 0) return only;
  const context = screenContext(session, observation, wanted);
  if (!only && isLocked(observation)) throw locked(session, observation, wanted);
  if (!only) throw new FoveaError("ELEMENT_NOT_FOUND", `nothing on the screen matches ${wanted}`, context);
  const listed = [only, ...others].slice(0, MOST_LISTED).map(describe).join("; ");
  throw new FoveaError("AMBIGUOUS_TARGET", `${others.length + 1} elements match ${wanted}: ${listed}`, context);
}

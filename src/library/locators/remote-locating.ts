import * as z from "zod";
import { FoveaError } from "../../base/errors.js";
import { pollUntil } from "../../base/signals.js";
import type { UiElement } from "../../screen/element.js";
import { printTarget } from "../../screen/selector-print.js";
import { deviceField, timeoutField } from "../../tool-contract/fields.js";
import { defineTool } from "../../tool-contract/tool.js";
import type { Limits, PhoneCalls } from "../calls/phone-calls.js";
import { describePlan, type LocatorPlan, planOf } from "./locator-plan.js";
import { listing, locating, type Question } from "./look-for.js";

/** A plan whose selectors are texts in the grammar of targets, so that it can be sent. */
interface SentPlan {
  readonly query: string;
  readonly steps: readonly (
    | { readonly kind: "within" | "near"; readonly other: SentPlan }
    | { readonly kind: "nth"; readonly index: number }
  )[];
}

const planSchema: z.ZodType<SentPlan> = z.lazy(() =>
  z.strictObject({
    query: z.string().max(2_000),
    steps: z
      .array(
        z.discriminatedUnion("kind", [
          z.strictObject({ kind: z.enum(["within", "near"]), other: planSchema }),
          z.strictObject({ kind: z.literal("nth"), index: z.number().int().min(0) }),
        ]),
      )
      .max(20),
  }),
);

/** All elements that a locator names, or the only one. Errors: as those of `look-for.ts`. */
export const farmLocate = defineTool({
  name: "farm_locate",
  title: "Locate elements",
  description: "What a locator names.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 320_000,
  input: z.strictObject({ device: deviceField, plan: planSchema, one: z.boolean(), timeout_ms: timeoutField }),
  run: async ({ device, plan: sent, one, timeout_ms }, context, signal): Promise<readonly UiElement[]> => {
    const plan = receivedPlan(sent);
    const args = { device, locator: describePlan(plan), timeout_ms };
    if (one) return [(await locating(plan).perform(args, context, signal)).data];
    return (await listing(plan).perform(args, context, signal)).data;
  },
  render: (found) => ({ text: `${found.length} found` }),
  toJson: (found) => ({ found }),
});

function sentPlan({ selector, steps }: LocatorPlan): SentPlan {
  return {
    query: printTarget(selector),
    steps: steps.map((step) => (step.kind === "nth" ? step : { kind: step.kind, other: sentPlan(step.other) })),
  };
}

function receivedPlan({ query, steps }: SentPlan): LocatorPlan {
  const received = steps.map((step) =>
    step.kind === "nth" ? step : { kind: step.kind, other: receivedPlan(step.other) },
  );
  return { ...planOf(query), steps: received };
}

/** All elements that a locator names now, on a phone of a farm. Errors: as `listing`. */
export async function listRemote(calls: PhoneCalls, plan: LocatorPlan, limits: Limits): Promise<readonly UiElement[]> {
  return (await calls.call(farmLocate, { plan: sentPlan(plan), one: false, timeout_ms: 0 }, limits)).data;
}

/** The one element, on a phone of a farm. Errors: as `locating`. */
export async function locateRemote(
  calls: PhoneCalls,
  { plan, timeoutMs }: { readonly plan: LocatorPlan; readonly timeoutMs: number },
  limits: Limits,
): Promise<UiElement> {
  const fields = { plan: sentPlan(plan), one: true, timeout_ms: timeoutMs };
  const [element] = (await calls.call(farmLocate, fields, limits)).data;
  if (!element) throw new FoveaError("INTERNAL", "the host found nothing, and gave no error");
  return element;
}

const LOOK_MS = 250;

/**
 * Reads the screen again until the answer to a question is yes. The host finds the elements, and the program judges
 * them. Errors: EXPECTATION_FAILED; as `listing`.
 */
export async function askRemote(
  calls: PhoneCalls,
  {
    plan,
    question,
    timeoutMs,
  }: { readonly plan: LocatorPlan; readonly question: Question; readonly timeoutMs: number },
  limits: Limits,
): Promise<void> {
  const endAt = performance.now() + timeoutMs;
  const { words, judge } = question;
  const bound = { name: "expect", deadlineMs: timeoutMs + 60_000 };
  await calls.within(bound, limits, async (signal) => {
    await pollUntil(
      async () => {
        const judged = judge(await listRemote(calls, plan, limits));
        if (judged.isTrue === true) return true;
        if (performance.now() < endAt) return undefined;
        const cannot = judged.isTrue === null ? "is unknown" : "is not true";
        throw new FoveaError("EXPECTATION_FAILED", `${words} ${cannot}: ${judged.there}`, {
          elementDescription: describePlan(plan),
        });
      },
      LOOK_MS,
      signal,
    );
  });
}

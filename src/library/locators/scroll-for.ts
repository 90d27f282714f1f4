import { scrollTo } from "../../tools/scroll-to.js";
import type { PhoneCalls } from "../calls/phone-calls.js";
import type { Fields } from "../fields.js";
import { publicElement } from "../screen.js";
import type { CallOptions, Scrolled } from "../types.js";

/** The longest list of which each screen takes seconds to read: a program says itself how long it waits. */
const DEADLINE_MS = 600_000;

/** The call that scrolls, as programs get its result. */
export async function scrollFor(calls: PhoneCalls, fields: Fields, limits: CallOptions): Promise<Scrolled> {
  const outcome = await calls.call({ ...scrollTo, deadlineMs: DEADLINE_MS }, fields, limits);
  const { found, swipes, ends } = outcome.data;
  return { ...calls.acted(outcome), element: calls.given(publicElement(found)), swipes, ends };
}

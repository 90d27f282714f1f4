import { scrollTo } from "../../tools/scroll-to.js";
import type { PhoneCalls } from "../calls/phone-calls.js";
import type { Fields } from "../fields.js";
import { publicElement } from "../screen.js";
import type { CallOptions, Scrolled } from "../types.js";

/** Enough for a very long list whose screens take seconds to read. A program sets its own, shorter time limit. */
const DEADLINE_MS = 600_000;

/** Scrolls to an element, and gives the result in the form that programs get. */
export async function scrollFor(calls: PhoneCalls, fields: Fields, limits: CallOptions): Promise<Scrolled> {
  const outcome = await calls.call({ ...scrollTo, deadlineMs: DEADLINE_MS }, fields, limits);
  const { found, swipes, ends } = outcome.data;
  return { ...calls.acted(outcome), element: calls.given(publicElement(found)), swipes, ends };
}

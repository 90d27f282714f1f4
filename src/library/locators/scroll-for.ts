import type { PhoneCalls } from "../calls/phone-calls.js";
import { scrollTo } from "../calls/scroll-to.js";
import type { Fields } from "../fields.js";
import { elementOf } from "../screen.js";
import type { CallOptions, Scrolled } from "../types.js";

/** The call that scrolls, as programs get its result. */
export async function scrollFor(calls: PhoneCalls, fields: Fields, limits: CallOptions): Promise<Scrolled> {
  const outcome = await calls.call(scrollTo, fields, limits);
  const { found, swipes, ends } = outcome.data;
  return { ...calls.acted(outcome), element: elementOf(found), swipes, ends };
}

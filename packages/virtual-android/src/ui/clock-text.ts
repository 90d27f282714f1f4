import { DAYS, MONTHS } from "../calendar-words.js";

/** The time as "9:41", in UTC, which is the phone's time zone. */
export function clockText(wallMs: number): string {
  const date = new Date(wallMs);
  return `${date.getUTCHours()}:${String(date.getUTCMinutes()).padStart(2, "0")}`;
}

/** The date as "Saturday, March 14". */
export function dateText(wallMs: number): string {
  const date = new Date(wallMs);
  return `${DAYS[date.getUTCDay()]}, ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
}

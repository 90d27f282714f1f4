import { foldCase, plainLetters } from "./fold.js";

/** Languages whose names of months are known; Intl has them all. */
const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "ru", "uk", "tr", "sv", "cs", "el", "ar", "id"];

/** The number of the month, 1–12, by its names in {@link LANGUAGES}, whole and short, folded and without diacritics. */
export const MONTHS: ReadonlyMap<string, number> = monthNames();

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  const doubtful = new Set<string>();
  for (const language of LANGUAGES) {
    for (const form of ["long", "short"] as const) {
      // With the day, because Slavic languages and Greek inflect the month there.
      const format = new Intl.DateTimeFormat(language, { day: "numeric", month: form, timeZone: "UTC" });
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(Date.UTC(2001, month - 1, 15));
        const name = plainLetters(foldCase(parts.find(({ type }) => type === "month")?.value ?? "")).replace(/\.$/, "");
        if (!/^[\p{L}\p{M}]{3,}$/u.test(name)) continue;
        if ((names.get(name) ?? month) !== month) doubtful.add(name);
        names.set(name, month);
      }
    }
  }
  // "Listopad" is October in one language and November in another.
  for (const name of doubtful) names.delete(name);
  return names;
}

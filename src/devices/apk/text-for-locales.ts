import type { LocalisedTexts } from "./resource-table.js";

/**
 * The text that Android shows to a user with these languages, the preferred first: the text of the first language that
 * has a text in the same script. A text for the user's region is preferred, then one without a region, then one for
 * another region. The default text counts as English: it is taken for English without a text of its own, and if no
 * language has a text (LocaleList.getFirstMatchWithEnglishSupported). Null if there is none.
 */
export function textForLocales(texts: LocalisedTexts, locales: readonly string[]): string | null {
  const known = [...texts].flatMap(([tag, text]) => {
    const locale = localeOf(tag);
    return locale ? [{ locale, text }] : [];
  });
  for (const tag of locales) {
    const wanted = localeOf(tag);
    if (!wanted) continue;
    const fitting = known.filter(({ locale }) => isSameWriting(locale, wanted));
    const rank = ({ locale }: (typeof known)[number]) =>
      locale.region === wanted.region ? 0 : locale.region === undefined ? 1 : 2;
    const [best] = fitting.sort((one, other) => rank(one) - rank(other));
    if (best) return best.text;
    if (wanted.language === "en") break;
  }
  return texts.get("") ?? null;
}

function isSameWriting(one: Intl.Locale, other: Intl.Locale): boolean {
  return one.language === other.language && one.maximize().script === other.maximize().script;
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return tag === "" ? null : new Intl.Locale(tag);
  } catch {
    return null; // not a tag of BCP 47
  }
}

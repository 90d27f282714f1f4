/** The text for these languages: that of the whole tag, else of the tag's language, else the default. */
export function localisedText(
  texts: Readonly<Record<string, string>>,
  locales: readonly string[],
  otherwise: string,
): string {
  for (const tag of locales) {
    const language = tag.split("-")[0] ?? tag;
    const found = texts[tag] ?? texts[language];
    if (found !== undefined) return found;
    if (language === DEFAULT_LANGUAGE) return otherwise;
  }
  return otherwise;
}

/** The language of the texts in the code. */
const DEFAULT_LANGUAGE = "en";

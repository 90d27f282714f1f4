/** The language of a new phone. */
export const DEFAULT_LOCALE = "en-US";

/**
 * The languages that users set for single apps (LocaleManagerService, kept by ActivityTaskManager for each package).
 */
export class AppLocales {
  readonly #tags = new Map<string, readonly string[]>();

  /** The language tags, most preferred first; none if the app uses the system's languages. */
  of(packageName: string, user: number): readonly string[] {
    return this.#tags.get(`${user} ${packageName}`) ?? [];
  }

  put(packageName: string, user: number, tags: readonly string[]): void {
    const key = `${user} ${packageName}`;
    if (tags.length === 0) this.#tags.delete(key);
    else this.#tags.set(key, tags);
  }

  /** The languages of one user's apps, by package. */
  all(user: number): ReadonlyMap<string, readonly string[]> {
    const own = [...this.#tags].filter(([key]) => key.startsWith(`${user} `));
    return new Map(own.map(([key, tags]) => [key.slice(key.indexOf(" ") + 1), tags]));
  }

  /** Copies the languages of the phone before a reboot, because they are on its storage. */
  takeOver(before: AppLocales): void {
    for (const [key, tags] of before.#tags) this.#tags.set(key, tags);
  }
}

/** LocaleList.forLanguageTags: tags in BCP 47 form without duplicates; an invalid tag becomes `und`. */
export function localeList(text: string): readonly string[] {
  if (text === "") return [];
  return [...new Set(text.split(",").map(languageTag))];
}

function languageTag(text: string): string {
  try {
    return new Intl.Locale(text.replaceAll("_", "-")).toString();
  } catch {
    return "und";
  }
}

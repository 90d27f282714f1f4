/** The language that the phone came with. */
export const DEFAULT_LOCALE = "en-US";

/** The languages that users gave to single apps (LocaleManagerService, kept by ActivityTaskManager per package). */
export class AppLocales {
  readonly #tags = new Map<string, readonly string[]>();

  /** Language tags, the first choice first; none if the app uses those of the system. */
  of(packageName: string, user: number): readonly string[] {
    return this.#tags.get(`${user} ${packageName}`) ?? [];
  }

  put(packageName: string, user: number, tags: readonly string[]): void {
    const key = `${user} ${packageName}`;
    if (tags.length === 0) this.#tags.delete(key);
    else this.#tags.set(key, tags);
  }

  /** The locales of one user's apps, by package. */
  all(user: number): ReadonlyMap<string, readonly string[]> {
    const own = [...this.#tags].filter(([key]) => key.startsWith(`${user} `));
    return new Map(own.map(([key, tags]) => [key.slice(key.indexOf(" ") + 1), tags]));
  }

  /** They are kept on the storage. */
  takeOver(before: AppLocales): void {
    for (const [key, tags] of before.#tags) this.#tags.set(key, tags);
  }
}

/** LocaleList.forLanguageTags: each as BCP 47 writes it, the same one once; what is not a tag becomes `und`. */
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

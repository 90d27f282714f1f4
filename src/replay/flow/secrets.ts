/** Names of variables whose values are nobody's business. */
const SECRET =
  /pass(?:word|wd|phrase|code)|secret|token|credential|api[_-]?key|private[_-]?key|(?:^|_)(?:pin|pwd|otp|auth|jwt)(?:_|$)/i;

/** Shorter ones are in too many words by chance. */
const SHORTEST = 3;

/** Whether the value of a variable of this name is to be written nowhere. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** The text with the name of the variable in place of each of these values, the longest first. */
export function withSecretNames(text: string, secrets: ReadonlyMap<string, string>): string {
  return [...secrets]
    .filter(([value]) => value.length >= SHORTEST)
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((left, [value, name]) => left.replaceAll(value, `[${name}]`), text);
}

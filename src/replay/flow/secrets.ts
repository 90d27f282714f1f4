/** Names of variables whose values are secret. */
const SECRET =
  /pass(?:word|wd|phrase|code)|secret|token|credential|api[_-]?key|private[_-]?key|(?:^|_)(?:pin|pwd|otp|auth|jwt)(?:_|$)/i;

/** A shorter value is not replaced: it occurs in too many words by chance. */
const SHORTEST = 3;

/** Whether a variable with this name has a secret value, which must not be written anywhere. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

/** The text with each secret value replaced by its variable's name, the longest value first. */
export function withSecretNames(text: string, secrets: ReadonlyMap<string, string>): string {
  return [...secrets]
    .filter(([value]) => value.length >= SHORTEST)
    .toSorted(([a], [b]) => b.length - a.length)
    .reduce((left, [value, name]) => left.replaceAll(value, `[${name}]`), text);
}

/** Functions for long, untrusted text, on which a regular expression could take quadratic time. */

/** The text without the characters at its end for which `isOne` is true. */
export function withoutEnd(text: string, isOne: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isOne(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Several lines as one, with a blank instead of each line end and the white space around it. */
export function onOneLine(text: string): string {
  const [first = "", ...others] = text.split("\n");
  const last = others.pop();
  if (last === undefined) return text;
  const middle = others.map((line) => line.trim()).filter((line) => line !== "");
  return [first.trimEnd(), ...middle, last.trimStart()].join(" ");
}

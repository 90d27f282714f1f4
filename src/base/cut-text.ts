/** Work on text that may be long and hostile, where a pattern would look at each place again and again. */

/** Without the characters at its end that are such ones. */
export function withoutEnd(text: string, isOne: (character: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isOne(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Lines as one, with a blank for each line end and the white space around it. */
export function onOneLine(text: string): string {
  const [first = "", ...others] = text.split("\n");
  const last = others.pop();
  if (last === undefined) return text;
  const middle = others.map((line) => line.trim()).filter((line) => line !== "");
  return [first.trimEnd(), ...middle, last.trimStart()].join(" ");
}

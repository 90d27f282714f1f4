/** Whether Maestro counts the text of a value as true: all but an empty text, false, undefined, null and zeros. */
export function isTruthy(text: string): boolean {
  if (text.trim() === "" || text === "undefined" || text === "null" || text.toLowerCase() === "false") return false;
  return !/^[-+]?(?:0+(?:\.0*)?|\.0+)(?:e[-+]?\d+)?[fd]?$/i.test(text.trim());
}

/** Whether Maestro takes the text of a value for yes: not an empty one, nor false, undefined, null or any zero. */
export function isTruthy(text: string): boolean {
  if (text.trim() === "" || text === "undefined" || text === "null" || text.toLowerCase() === "false") return false;
  return !/^[-+]?(?:0+(?:\.0*)?|\.0+)(?:e[-+]?\d+)?[fd]?$/i.test(text.trim());
}

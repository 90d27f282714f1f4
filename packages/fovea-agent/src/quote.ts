/** The longest that is quoted of what a server or a screen says. */
const MOST_QUOTED = 300;

/** Words of others, as one line of limited length without control characters. */
export function quote(words: string, most = MOST_QUOTED): string {
  const line = words.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}

/** What the phone or the web says, between marks that it cannot forge. */
export function untrusted(text: string): string {
  return `<untrusted>\n${text.replaceAll(/<(\/?)(untrusted)/gi, "‹$1$2")}\n</untrusted>`;
}

/** The most characters that are quoted of the words of a server or a screen. */
const MOST_QUOTED = 300;

/** The words of another program as one line of limited length, without control characters. */
export function quote(words: string, most = MOST_QUOTED): string {
  const line = words.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}

/** Text from the phone or the web, between marks that the text cannot forge. */
export function untrusted(text: string): string {
  return `<untrusted>\n${text.replaceAll(/<(\/?)(untrusted)/gi, "‹$1$2")}\n</untrusted>`;
}

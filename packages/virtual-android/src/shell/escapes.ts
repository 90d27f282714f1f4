const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Interprets the text between the quotes of `$'…'` as mksh does. */
export function ansiText(body: string): string {
  return body.replace(
    /\\(?:([abeEfnrtv])|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c([\s\S])|([\s\S]))/g,
    (
      _,
      simple?: string,
      hex?: string,
      unicode?: string,
      long?: string,
      octal?: string,
      control?: string,
      other = "",
    ) => {
      if (simple !== undefined) return SIMPLE[simple] ?? "";
      const code = hex ?? unicode ?? long;
      if (code !== undefined) return characterOf(Number.parseInt(code, 16));
      if (octal !== undefined) return characterOf(Number.parseInt(octal, 8) & 0xff);
      if (control !== undefined) return String.fromCharCode(control.charCodeAt(0) & 0x1f);
      return other;
    },
  );
}

/** The output of `echo` or of printf's `%b`: bytes, and whether `\c` ended the output. */
export interface EscapedText {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

/** Interprets the backslash sequences of `echo -e`: `\0ooo` and `\xHH` are bytes; unknown sequences stay. */
export function echoText(text: string): EscapedText {
  const cut = /(?<!\\)(?:\\\\)*\\c/.exec(text);
  const kept = cut ? text.slice(0, cut.index + cut[0].length - 2) : text;
  const pattern = /\\(?:([abeEfnrtv])|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|0([0-7]{0,3})|(\\))/g;
  return { bytes: bytesOf(kept, pattern), isCut: cut !== null };
}

/**
 * As `echoText`, for mksh's own echo: after `\\c` the text continues, and only the line break at the end is omitted.
 */
export function builtinEchoText(text: string): EscapedText {
  const pattern = /(?<!\\)((?:\\\\)*)\\c/g;
  return { bytes: echoText(text.replace(pattern, "$1")).bytes, isCut: text.search(pattern) >= 0 };
}

/** Interprets the backslash sequences of a printf format; octal numbers need no leading 0. */
export function formatText(text: string): Uint8Array {
  return bytesOf(
    text,
    /\\(?:([abeEfnrtv])|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|(["'\\]))/g,
  );
}

function bytesOf(text: string, pattern: RegExp): Uint8Array {
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(Buffer.from(text.slice(end, match.index)), sequenceBytes(match));
    end = match.index + match[0].length;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(end))]);
}

function sequenceBytes([, simple, hex, unicode, long, octal, other]: RegExpExecArray | RegExpMatchArray): Uint8Array {
  if (simple !== undefined) return Buffer.from(SIMPLE[simple] ?? "");
  if (hex !== undefined) return Uint8Array.of(Number.parseInt(hex, 16));
  if (octal !== undefined) return Uint8Array.of(Number.parseInt(octal || "0", 8) & 0xff);
  const code = unicode ?? long;
  return Buffer.from(code === undefined ? (other ?? "") : characterOf(Number.parseInt(code, 16)));
}

function characterOf(code: number): string {
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}

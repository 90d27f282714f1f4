/** The characters that Android and keyboards draw instead of a typed secret: bullets, asterisks, dots, blocks. */
const MASKED = /^[\u2022\u25cf\u25e6\u00b7\u2219\u26ab\u2b24*.\u2024\u2588 ]*$/;

/** The mask characters that do not occur in hints. */
const MASK_CHARACTER = /[\u2022\u25cf\u25e6\u2219\u26ab\u2b24*\u2588]/;

/**
 * Words of placeholders in password fields, in the most common languages of devices. The text of an empty field is its
 * hint (TextView.getText for accessibility), and old dumps do not distinguish the two.
 */
const PLACEHOLDER =
  /pass(?:word|code|phrase|wort|e)|\bpwd\b|\bpin\b|secret|kennwort|contrase\u00f1a|clave|senha|palavra|mot de passe|parola|wachtwoord|l\u00f6senord|adgangskode|passord|salasana|has\u0142o|heslo|jelsz\u00f3|parol|\u015fifre|\u043f\u0430\u0440\u043e\u043b|\u5bc6\u7801|\u5bc6\u78bc|\u53e3\u4ee4|\u9a8c\u8bc1\u7801|\u30d1\u30b9\u30ef\u30fc\u30c9|\u6697\u8a3c|\ube44\ubc00\ubc88\ud638|\u0643\u0644\u0645\u0629|\u0631\u0645\u0632|\u05e1\u05d9\u05e1\u05de\u05d4|\u092a\u093e\u0938\u0935\u0930\u094d\u0921|m\u1eadt kh\u1ea9u|kata sandi|sandi|\u0e23\u0e2b\u0e31\u0e2a\u0e1c\u0e48\u0e32\u0e19/i;

/**
 * Since Android 8 TextView.getTextForAccessibility gives the text that is drawn: the mask of a typed text, else the
 * hint.
 */
const MASKING_API = 26;

/** Whether the device itself masks everything typed into a password field of an app (but not of a web page). */
export function masksTyped(apiLevel: number | null): boolean {
  return apiLevel !== null && apiLevel >= MASKING_API;
}

/**
 * The text of a password field, as far as it may be shown. The device's own mask characters and the hint are shown. If
 * the source reports the hint, any other text is an unmasked secret ("show password", "speak passwords") and becomes
 * bullets, one per character. If it does not (hint is null), a text of placeholder words without digits is shown, and
 * on a device that masks typed text any text without mask characters. Any other text may be a hint or a secret: null.
 * The character that was typed last may be visible for a moment.
 */
export function visibleText(text: string | null, hint: string | null, isMasked = false): string | null {
  if (text === null || text === hint || MASKED.test(text)) return text;
  const length = [...text].length;
  if (hint !== null || length === 1 || MASK_CHARACTER.test(text)) return "\u2022".repeat(length);
  const looksLikeWords = !/\d/.test(text) && /[\s\u0080-\uffff]|^\p{Lu}?\p{Ll}+$/u.test(text);
  return isMasked || (looksLikeWords && PLACEHOLDER.test(text)) ? text : null;
}

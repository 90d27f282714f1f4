import { normaliseLabel } from "../label.js";

/**
 * Text in a form for comparing a person's words with a screen's: compatibility forms replaced (Unicode NFKC), lower
 * case, digits of every script as 0–9. Diacritics stay; {@link plainLetters} removes them.
 */
export function foldCase(text: string): string {
  const lower = normaliseLabel(normaliseLabel(text).normalize("NFKC")).toLocaleLowerCase("en").normalize("NFC");
  return asciiDigits(lower.replaceAll("ς", "σ").replaceAll("ß", "ss"));
}

/**
 * Combining marks of Latin and Greek letters, and the vowel points of Arabic and Hebrew. In other scripts marks count
 * as letters.
 */
const MARKS = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+|[\u0591-\u05c7\u064b-\u0652\u0670]/gu;

const LETTERS: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ё: "е",
};

/** Folded text without diacritics. Letters that differ by more than a mark (й and и, が and か) stay different. */
export function plainLetters(folded: string): string {
  const bare = folded.normalize("NFD").replace(MARKS, "$1").normalize("NFC");
  return bare.replace(/[øłđðıæœþё]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Every decimal digit of Unicode is in a run of ten that begins at a code ending in 0 or 6 (UnicodeData, Nd). */
function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const low = code % 16;
    const isFromZero = low <= 9 && /\p{Nd}/u.test(String.fromCodePoint(code - low));
    return String(isFromZero ? low : low - 6);
  });
}

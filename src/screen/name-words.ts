const LONGEST_NAME = 80;

/** They name something, and are no sentence of a paragraph: headings and names end without a full stop. */
export function isName(words: string): boolean {
  return /\p{L}/u.test(words) && words.length <= LONGEST_NAME && !/[.!。！…।]["'”’)]*$/u.test(words);
}

const LONGEST_NAME = 80;

/** Whether the words can be a name and not a sentence: headings and names are short and end without a full stop. */
export function isName(words: string): boolean {
  return /\p{L}/u.test(words) && words.length <= LONGEST_NAME && !/[.!。！…।]["'”’)]*$/u.test(words);
}

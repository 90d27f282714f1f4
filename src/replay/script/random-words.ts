/*
 * Words for random texts: for `inputRandom…`, and for `faker` in scripts. Names of persons are made of syllables, so
 * that they are not names of real persons.
 */

export const SYLLABLES = [
  "ma",
  "re",
  "lo",
  "ti",
  "na",
  "so",
  "vi",
  "du",
  "ka",
  "pe",
  "ri",
  "bo",
  "le",
  "mi",
  "ro",
  "ta",
];

export const CITIES = ["Lisbon", "Oslo", "Quito", "Hanoi", "Nairobi", "Osaka", "Perth", "Turin", "Denver", "Tampere"];

export const COUNTRIES = [
  "Brazil",
  "Canada",
  "Denmark",
  "Egypt",
  "Finland",
  "Ghana",
  "India",
  "Japan",
  "Kenya",
  "Peru",
];

export const COLORS = ["amber", "azure", "black", "blue", "coral", "green", "ivory", "olive", "purple", "red", "white"];

export const PLAIN_WORDS = [
  "lorem",
  "ipsum",
  "dolor",
  "sit",
  "amet",
  "tempor",
  "labore",
  "magna",
  "aliqua",
  "veniam",
  "nisi",
  "velit",
];

/** The text to type, which no generated app contains. */
export const TYPED = "Paris 24";
/** The initial text of some fields. */
export const FILLED = "old 7";

/** What is typed; it is in no app that is made. */
export const TYPED = "Paris 24";
/** What is in some fields before. */
export const FILLED = "old 7";

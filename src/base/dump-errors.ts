/** Codes of texts that are read as dumps; part of the one table in `errors.ts`. */
export const DUMP_ERRORS = {
  NOT_THIS_FORMAT: ["Check that the input is the kind of dump that `fovea parse` was given, and complete."],
  DUMP_AMBIGUOUS: [
    "An app wrote lines into the device's words: what is missing is unknown; observe again, or take a screenshot.",
  ],
  TRUNCATED: [
    "Capture it again, or observe again, where the input ends in the middle; for what is larger than is read, `screenshot` and points.",
  ],
} as const;

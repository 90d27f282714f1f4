/** Codes of what is typed, and the ways to recover; part of the one table in `errors.ts`. */
export const TEXT_ERRORS = {
  TEXT_MISPLACED: [
    "Look at what the fields show now, or observe: clear the field that got the text (type_text with clear), then type again.",
  ],
  TEXT_UNSUPPORTED: [
    "Run `fovea setup`: its service types any text, `input` printable ASCII only.",
    "Leave these characters out and call type_text again.",
  ],
  NO_TEXT_FIELD: ["Tap a text field first, or pass it as `target` of type_text."],
} as const;

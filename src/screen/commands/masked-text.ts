import { withoutEnd } from "../../base/cut-text.js";
import { normaliseLabel } from "../label.js";
import { type Quoted, replaceQuotes } from "../quotes.js";

/** A sentence whose parts in quotes are hidden from the grammar. */
export interface MaskedText {
  /** The sentence on one line, without courtesies such as "please", with a mark in place of each part in quotes. */
  readonly words: string;
  /** The part as it was written, with its quotes. */
  shown(part: string): string;
  /** The part as it was meant: if it is a single quoted text, its content, character for character. */
  literal(part: string): { readonly text: string; readonly isQuoted: boolean };
}

const [OPEN, CLOSE] = ["\ue000", "\ue001"];
const WHOLE = /^\ue000(\d+)\ue001$/;
const MARK = /\ue000(\d+)\ue001/g;

const COURTESY =
  /^(?:(?:please|now|ok|okay|hey|can you|could you|would you|will you|i want (?:you )?to|i'd like (?:you )?to|let's|try to|just)[, ]+)+/i;
const THANKS = /\b(?:please|thanks|thank you|for me)$/i;

/** Replaces the parts in quotes by marks. */
export function masked(sentence: string): MaskedText {
  const quotes: Quoted[] = [];
  const hidden = replaceQuotes(
    sentence.replace(/[\ue000\ue001]/g, ""),
    (quoted) => `${OPEN}${quotes.push(quoted) - 1}${CLOSE}`,
  );
  const plain = normaliseLabel(hidden).replace(COURTESY, "");
  const asked = withoutEnd(plain, (one) => ".!?".includes(one)).replace(THANKS, "");
  const words = withoutEnd(asked, (one) => /[\s.!?,]/.test(one));
  return {
    words,
    shown: (part) => part.replace(MARK, (_, place) => quotes[Number(place)]?.raw ?? ""),
    literal: (part) => {
      const place = WHOLE.exec(part.trim())?.[1];
      if (place !== undefined) return { text: quotes[Number(place)]?.content ?? "", isQuoted: true };
      return { text: part.replace(MARK, (_, at) => quotes[Number(at)]?.raw ?? "").trim(), isQuoted: false };
    },
  };
}

/** Matches the mark of one part in quotes. */
export const QUOTE_MARK = "\\ue000\\d+\\ue001";

import { normaliseLabel } from "../label.js";

/** A sentence whose parts in quotes are hidden from the grammar. */
export interface MaskedText {
  /** The sentence on one line, without courtesies, with a mark for each part in quotes. */
  readonly words: string;
  /** As it was written, quotes and all. */
  shown(part: string): string;
  /** As it was meant: where all of it is one part in quotes, the content, character for character. */
  literal(part: string): { readonly text: string; readonly isQuoted: boolean };
}

const QUOTED = /"((?:[^"\\]|\\.)*)"|“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»|(?<![^\s(])'((?:[^']|'(?=\p{L}))+)'(?!\p{L})/gsu;
const [OPEN, CLOSE] = ["\ue000", "\ue001"];
const MARK = /\ue000(\d+)\ue001/g;

const COURTESY =
  /^(?:(?:please|now|ok|okay|hey|can you|could you|would you|will you|i want (?:you )?to|i'd like (?:you )?to|let's|try to|just)[, ]+)+/i;
const THANKS = /[,\s]*(?:\bplease|\bthanks|\bthank you|\bfor me)$/i;

/** Hides what stands in quotes. */
export function masked(sentence: string): MaskedText {
  const quotes: { readonly raw: string; readonly content: string }[] = [];
  const hidden = sentence.replace(/[\ue000\ue001]/g, "").replace(QUOTED, (raw, ...groups: readonly unknown[]) => {
    const [escaped, ...others] = groups.slice(0, 5).map((group) => (typeof group === "string" ? group : undefined));
    const content =
      escaped === undefined ? (others.find((one) => one !== undefined) ?? "") : escaped.replace(/\\(.)/gs, "$1");
    quotes.push({ raw, content });
    return `${OPEN}${quotes.length - 1}${CLOSE}`;
  });
  const plain = normaliseLabel(hidden).replace(COURTESY, "");
  const words = plain
    .replace(/[.!?]+$/, "")
    .replace(THANKS, "")
    .replace(/[\s.!?,]+$/, "");
  const whole = new RegExp(`^${MARK.source}$`);
  return {
    words,
    shown: (part) => part.replace(MARK, (_, place) => quotes[Number(place)]?.raw ?? ""),
    literal: (part) => {
      const place = whole.exec(part.trim())?.[1];
      if (place !== undefined) return { text: quotes[Number(place)]?.content ?? "", isQuoted: true };
      return { text: part.replace(MARK, (_, at) => quotes[Number(at)]?.raw ?? "").trim(), isQuoted: false };
    },
  };
}

/** Matches the mark of one part in quotes. */
export const QUOTE_MARK = "\\ue000\\d+\\ue001";

import { TokenReader } from "./selector-tokens.js";

/** A target that is not an element: a point in device pixels, or in percent of the screen's width and height. */
export type Place =
  | { readonly kind: "point"; readonly x: number; readonly y: number }
  | { readonly kind: "share"; readonly x: number; readonly y: number };

/** Reads the places of the selector grammar. */
export class PlaceReader extends TokenReader {
  /** Reads `540,1200` or `50%,62%`; undefined if the text is something else. */
  place(): Place | undefined {
    const first = this.peek();
    if (first.kind !== "word" || !/^-?\d+(?:\.\d+)?$/.test(first.text)) return undefined;
    const isShare = this.isMark("%", 1);
    if (!isShare && !this.isMark(",", 1)) return undefined;
    const x = this.#coordinate(isShare);
    if (!this.isMark(",")) this.fail("a comma and a second number are expected");
    this.take();
    const y = this.#coordinate(isShare);
    return { kind: isShare ? "share" : "point", x, y };
  }

  #coordinate(isShare: boolean): number {
    const token = this.take();
    const value = Number(token.text);
    if (token.kind !== "word" || !/^\d+(?:\.\d+)?$/.test(token.text))
      this.fail("a number from 0 up is expected", token);
    if (/^0\d/.test(token.text)) this.fail("a number does not begin with 0", token);
    if (isShare && value > 100) this.fail("a share is at most 100%", token);
    if (!isShare && (!Number.isInteger(value) || value > 100_000))
      this.fail("a whole number of pixels is expected", token);
    if (isShare && !this.isMark("%")) this.fail("a % is expected");
    if (isShare) this.take();
    // Rounded to ten-thousandths of a percent: finer than any screen, and printed without an exponent.
    return isShare ? Math.round(value * 10_000) / 10_000 : value;
  }
}

import type { Frame } from "../../screen/frame.js";
import { binarise } from "./binarise.js";
import { blotsOf } from "./blots.js";
import { type Page, setPage } from "./page.js";
import { textLinesOf } from "./text-lines.js";

/** A picture to be set as a page; plain data, so that it crosses threads. */
export type PageJob = Pick<Frame, "width" | "height" | "rgba">;

/** True for a job of Fovea; they come from our own code. */
export function isPageJob(data: unknown): data is PageJob {
  return typeof data === "object" && data !== null && "rgba" in data;
}

/**
 * All that may be a line of text in the picture, set as a page to be read. Undefined if there is nothing of the
 * kind.
 */
export function pageOf(picture: PageJob): Page | undefined {
  const binarised = binarise(picture);
  return setPage(binarised, textLinesOf(blotsOf(binarised), picture));
}

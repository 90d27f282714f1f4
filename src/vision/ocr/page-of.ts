import type { Frame } from "../../screen/frame.js";
import { binarise } from "./binarise.js";
import { blotsOf } from "./blots.js";
import { type Page, setPage } from "./page.js";
import { textLinesOf } from "./text-lines.js";

/** An image to arrange as a page; plain data, which can be sent to a thread. */
export type PageJob = Pick<Frame, "width" | "height" | "rgba">;

/** True for a job of Fovea. The fields are not validated, since jobs come from Fovea's own code. */
export function isPageJob(data: unknown): data is PageJob {
  return typeof data === "object" && data !== null && "rgba" in data;
}

/** All possible lines of text in the image, arranged as a page. Undefined if there are none. */
export function pageOf(picture: PageJob): Page | undefined {
  const binarised = binarise(picture);
  return setPage(binarised, textLinesOf(blotsOf(binarised), picture));
}

import { readFile } from "node:fs/promises";
import { assetPath } from "../../base/assets.js";
import { type ClosedPage, closedPage } from "../../base/closed-page.js";

/** The page of a trace without its data: the parts before and after the data blocks. */
export async function pageFrame(title: string): Promise<ClosedPage> {
  const { head, foot } = await closedPage(title, { folder: "trace-page", name: "page" });
  return { head: `${head}${await readFile(assetPath("trace-page", "page.html"), "utf8")}`, foot };
}

/** A block of data that browsers do not run. `<` is escaped, so that no text in it ends the block. */
export function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>\n`;
}

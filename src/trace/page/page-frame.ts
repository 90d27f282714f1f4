import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { assetPath } from "../../base/assets.js";

/** What stands before and behind the blocks of data of a page. */
export interface PageFrame {
  readonly head: string;
  readonly foot: string;
}

/**
 * The page without its data. Its policy allows this script and this style alone, pictures from within the page, and
 * nothing from anywhere else: words of a screen can do nothing, whatever they are.
 */
export async function pageFrame(title: string): Promise<PageFrame> {
  const [body, style, script] = await Promise.all(["page.html", "page.css", "page.js"].map(readAsset));
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}`;
  return { head, foot: `<script>${script}</script>\n</body>\n</html>\n` };
}

async function readAsset(name: string): Promise<string> {
  return await readFile(assetPath("trace-page", name), "utf8");
}

function hashOf(text = ""): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A block of data that no browser runs; `<` is escaped, so that no words in it end the block. */
export function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>\n`;
}

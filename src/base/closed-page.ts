import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { assetPath } from "./assets.js";
import { escapeHtml } from "./escape-html.js";

/** The parts of a page before and after its body. */
export interface ClosedPage {
  readonly head: string;
  readonly foot: string;
}

/**
 * The head and the foot of a page that needs no network: its style and its script are files of an assets folder. Its
 * content policy allows only these two files, and images inside the page. So text from a screen cannot run anything.
 */
export async function closedPage(
  title: string,
  { folder, name }: { readonly folder: string; readonly name: string },
): Promise<ClosedPage> {
  const read = async (ending: string) => await readFile(assetPath(folder, `${name}.${ending}`), "utf8");
  const [style, script] = [await read("css"), await read("js")];
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
`;
  return { head, foot: `<script>${script}</script>\n</body>\n</html>\n` };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

import { escaped, figure, STYLE } from "../replay-page.js";

/** Pictures as PNG files. */
export interface ComparedPictures {
  readonly expected: Uint8Array;
  readonly actual: Uint8Array;
  /** A picture of the differences; null if the two pictures cannot be compared. */
  readonly diff: Uint8Array | null;
}

/** An HTML page that shows the expected picture, the actual one, and the differences. It loads nothing. */
export function diffPage(name: string, { expected, actual, diff }: ComparedPictures): string {
  const picture = (bytes: Uint8Array | null) => bytes && { bytes, mimeType: "image/png" };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(name)} differs</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(name)}: <span class="failed">differs</span></h1>
<p>Red: differs. Grey: not compared.</p>
<div class="pair">
${figure("expected", picture(expected))}
${figure("now", picture(actual))}
${figure("difference", picture(diff))}
</div>
</main>
</body>
</html>
`;
}

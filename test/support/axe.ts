import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserPage } from "./chromium.js";

const require = createRequire(import.meta.url);

/** Whether axe-core is installed. */
export function hasAxe(): boolean {
  try {
    require.resolve("axe-core/axe.min.js");
    return true;
  } catch {
    return false;
  }
}

/** The violations that axe-core finds in the present page: a line for each rule, with the elements that break it. */
export async function axeFindings(page: BrowserPage): Promise<readonly string[]> {
  await page.evaluate(`${readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")}; true`);
  const found = await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, help, nodes }) =>
      id + ": " + help + ": " + nodes.slice(0, 3).map(({ target }) => target.join(" ")).join(", ")))`);
  if (!Array.isArray(found)) throw new Error("axe-core gave no list");
  return found.map(String);
}

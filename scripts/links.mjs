// Dead links in README and docs: links to missing pages and headings.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export function brokenLinks(pages = linkingPages()) {
  const broken = [];
  for (const page of pages) {
    for (const [, target] of readFileSync(page, "utf8").matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path, heading] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      if (!existsSync(file) || (heading !== undefined && !anchorsOf(file).has(heading)))
        broken.push(`${page}: ${target}`);
    }
  }
  return broken;
}

function linkingPages() {
  const docs = readdirSync("docs").filter((name) => name.endsWith(".md"));
  return ["README.md", "CONTRIBUTING.md", ...docs.map((name) => `docs/${name}`)];
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(file) {
  const found = new Set();
  for (const [, heading] of readFileSync(file, "utf8").matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.toLowerCase().replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const anchor = words.replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
    let number = 0;
    while (found.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1;
    found.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  return found;
}

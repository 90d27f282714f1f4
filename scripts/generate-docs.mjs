// Writes the documents that follow from the code (docs/tools.md, docs/options.md, docs/errors.md, docs/*.schema.json).
// With --check it writes nothing and fails where a document is not current.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { generatedDocs } = await import("../dist/src/cli/generated-docs.js");
const isCheck = process.argv.includes("--check");
const stale = [];
mkdirSync("docs", { recursive: true });
for (const [name, text] of Object.entries(generatedDocs())) {
  const path = join("docs", name);
  if (current(path) === text) continue;
  stale.push(path);
  if (!isCheck) writeFileSync(path, text);
}
if (stale.length > 0) console.error(`${isCheck ? "not current" : "written"}: ${stale.join(", ")}`);
process.exit(isCheck && stale.length > 0 ? 1 : 0);

function current(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

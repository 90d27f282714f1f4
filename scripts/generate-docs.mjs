// Writes the documents that follow from the code (docs/tools.md, docs/options.md, docs/errors.md, docs/*.schema.json),
// and the tables of docs/reliability.md, which follow from the data of the tests.
// With --check it writes nothing and fails where a document is not current.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { generatedDocs } = await import("../dist/src/cli/generated-docs.js");
const { matrixTables } = await import("../dist/test/support/fault-matrix/table.js");
const isCheck = process.argv.includes("--check");
const stale = [];
mkdirSync("docs", { recursive: true });
const docs = { ...generatedDocs(), "reliability.md": withTables(current("docs/reliability.md") ?? "") };
for (const [name, text] of Object.entries(docs)) {
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

/** The page with the tables between its two marks. */
function withTables(page) {
  const [head, between, tail] = page.split(/^(?=<!-- fault matrix: )/m);
  const begin = between?.split("\n")[0];
  if (begin === undefined || tail === undefined) throw new Error("docs/reliability.md lacks the marks of its tables");
  return `${head}${begin}\n\n${matrixTables()}\n\n${tail}`;
}

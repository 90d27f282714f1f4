// Writes the documents that are generated from the code (docs/tools.md, docs/options.md, docs/errors.md,
// docs/*.schema.json); the reference of the library from the doc comments of its types; the tables of
// docs/reliability.md from the data of the tests; the table of mutants in docs/develop.md from the results of
// scripts/mutants.mjs; the table of missing words in docs/guard.md from the guard's words; and docs/measured.md, which
// lists the origin of the figures of all pages. Writes figures that `npm run -s bench -- NAME --record` recorded
// between their marks on all pages. Fails if a page has a figure without an entry in bench/results/figures.yaml, or a
// dead link. With --check it writes nothing, and fails if a document is not current.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { figureProblems, measuredPage, pagesWithFigures, withRecorded } from "./figures.mjs";
import { missingWordsTable } from "./guard-words/missing-words.mjs";
import { brokenLinks } from "./links.mjs";
import { referencePage } from "./reference.mjs";

const { generatedDocs } = await import("../dist/src/cli/generated-docs.js");
const { matrixTables } = await import("../dist/test/support/fault-matrix/table.js");
const isCheck = process.argv.includes("--check");
const stale = [];
mkdirSync("docs", { recursive: true });
const stalePages = pagesWithFigures().flatMap((page) => {
  const text = readFileSync(page, "utf8");
  const { text: written } = withRecorded(text);
  if (written !== text && !isCheck) writeFileSync(page, written);
  return written === text ? [] : [page];
});
stale.push(...stalePages);
const docs = {
  ...generatedDocs(),
  "reliability.md": between("docs/reliability.md", "fault matrix", matrixTables()),
  "develop.md": between("docs/develop.md", "mutants", mutantsTable()),
  "guard.md": between("docs/guard.md", "missing words", missingWordsTable()),
  "measured.md": measuredPage(),
  "reference.md": referencePage(),
};
for (const [name, text] of Object.entries(docs)) {
  const path = join("docs", name);
  if (current(path) === text) continue;
  stale.push(path);
  if (!isCheck) writeFileSync(path, text);
}
if (stale.length > 0) console.error(`${isCheck ? "not current" : "written"}: ${stale.join(", ")}`);
const problems = [...figureProblems(), ...brokenLinks().map((link) => `dead link in ${link}`)];
for (const problem of problems) console.error(problem);
process.exit((isCheck && stale.length > 0) || problems.length > 0 ? 1 : 0);

function current(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The page with these words between its two marks. */
function between(path, mark, words) {
  const [head, old, tail] = (current(path) ?? "").split(new RegExp(`^(?=<!-- ${mark}: )`, "m"));
  const begin = old?.split("\n")[0];
  if (begin === undefined || tail === undefined) throw new Error(`${path} lacks the marks of its tables`);
  return `${head}${begin}\n\n${words}\n\n${tail}`;
}

function mutantsTable() {
  const results = Object.entries(JSON.parse(readFileSync("bench/mutants.json", "utf8")));
  const rows = results.map(
    ([folder, { mutants, tried, noticed, score, seed }]) =>
      `| \`${folder}\` | ${mutants} | ${tried} | ${noticed} | ${score} % | ${seed} |`,
  );
  return [
    "| Folder | Mutants | tried | noticed | score | seed |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}

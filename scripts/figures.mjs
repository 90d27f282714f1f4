// The figures of README and docs. Each is measured, with an entry in bench/results/figures.yaml that says by which
// command, on which commit, date and machine; or the code or Android sets it (a limit, a default), and the same file
// lists it by page. Generated pages are left out: they follow from the code.
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

export const RESULTS = "bench/results/figures.yaml";
const GENERATED = new Set([
  "tools.md",
  "options.md",
  "errors.md",
  "compare.md",
  "glossary.md",
  "measured.md",
  "reference.md",
]);
const UNIT = "(?:ms|µs|s|min|minutes|seconds|MB|MiB|GB|GiB|KB|kB|KiB|%|tokens|times)";
const FIGURE = new RegExp(
  String.raw`(?<![\w.,])\d[\d.,]*(?: to \d[\d.,]*)? ?${UNIT}(?![\w-])|(?<![\w.,])\d[\d,]* of (?:the )?\d[\d,]*`,
  "g",
);

export function pagesWithFigures() {
  const docs = readdirSync("docs").filter((name) => name.endsWith(".md") && !GENERATED.has(name));
  return ["README.md", ...docs.sort().map((name) => `docs/${name}`)];
}

/** The figures of a page with their sections and lines, without code and without tables between marks of generators. */
export function figuresOf(page) {
  const found = [];
  let [isCode, isGenerated, section] = [false, false, ""];
  for (const [index, line] of readFileSync(page, "utf8").split("\n").entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (!isCode && /^<!-- [\w ]+: /.test(line)) isGenerated = !isGenerated;
    else if (!isCode && /^#+ /.test(line)) section = line.replace(/^#+ /, "");
    if (isCode || isGenerated) continue;
    for (const [figure] of line.replaceAll(/`[^`]*`/g, "`").matchAll(FIGURE))
      found.push({ section, figure, line: index + 1 });
  }
  return found;
}

/** What is wrong with the entries: figures of pages without one, and entries whose figure is gone. */
export function figureProblems(results = parse(readFileSync(RESULTS, "utf8"))) {
  const problems = results.measured.flatMap((entry) => {
    const lacking = ["page", "section", "command", "commit", "date", "machine", "figures"].filter((key) => !entry[key]);
    return lacking.length > 0 ? [`${RESULTS}: ${entry.page} # ${entry.section} lacks ${lacking.join(", ")}`] : [];
  });
  for (const page of pagesWithFigures()) {
    const figures = figuresOf(page);
    const measured = results.measured.filter((entry) => entry.page === page);
    const fixed = new Set(results.fixed[page] ?? []);
    for (const { section, figure, line } of figures) {
      const isMeasured = measured.some((entry) => entry.section === section && entry.figures.includes(figure));
      if (!isMeasured && !fixed.has(figure))
        problems.push(`${page}:${line}: "${figure}" has no entry in ${RESULTS} (measured by which command, or fixed)`);
    }
    const isThere = (figure, section) =>
      figures.some((one) => one.figure === figure && (section === undefined || one.section === section));
    for (const { section, figures: listed } of measured)
      for (const figure of listed)
        if (!isThere(figure, section)) problems.push(`${RESULTS}: "${figure}" is gone from ${page} # ${section}`);
    for (const figure of fixed) if (!isThere(figure)) problems.push(`${RESULTS}: "${figure}" is gone from ${page}`);
  }
  return problems;
}

/** docs/measured.md: where each measured figure comes from. */
export function measuredPage(results = parse(readFileSync(RESULTS, "utf8"))) {
  const rows = results.measured.map(({ page, section, figures, command, commit, date, machine }) => {
    const name = page.replace(/^docs\//, "");
    const link = page.startsWith("docs/") ? name : `../${page}`;
    const place = `[${name}](${link}): ${section.replaceAll("|", "\\|")}`;
    return `| ${[place, figures.join("; "), `\`${command}\``, commit, date, machine].join(" | ")} |`;
  });
  return `# Measured figures

What was measured for these pages, by which command, and where. The commit and its date are those of the line's last
change: the measurement may be older. \`npm run -s check\` fails where a page has a figure with a unit that is neither here
nor among the limits and defaults of \`${RESULTS}\`, from which this page is generated.

| Page | Figures | Command | Commit | Date | Machine |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}

// The figures of README and docs. Each is measured, or the code or Android sets it (a limit, a default). A measured
// figure is between two marks, `<!--= library = overhead of a call, p50 -->0.3 ms<!--=-->`, and is written there from
// bench/results/recorded.json, which `npm run -s bench -- library --record` writes. Or it was written by hand, and an
// entry in bench/results/figures.yaml gives its command, commit, date and machine. That file also lists limits and
// defaults by page. Generated pages are left out, because the code determines their figures.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";

export const RESULTS = "bench/results/figures.yaml";
const RECORDED = "bench/results/recorded.json";
const MARKED = /(?<!`)<!--= ([^=>]+?) = ([^=>]+?)(?: = (\d) digits)? -->(.*?)<!--=-->/g;
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

export function recordedResults() {
  return JSON.parse(readFileSync(RECORDED, "utf8"));
}

/** A page with the recorded figures between its marks, and the marks whose figures were not recorded. */
export function withRecorded(text, recorded = recordedResults()) {
  const missing = [];
  const written = text.replaceAll(MARKED, (whole, key, name, digits, old) => {
    const figure = recorded[key]?.figures[name];
    if (figure === undefined) missing.push(`${key} = ${name}`);
    return figure === undefined ? whole : whole.replace(`-->${old}<!--`, () => `-->${shownFigure(figure, digits)}<!--`);
  });
  return { text: written, missing };
}

/** A share as a percentage; a count without its unit, which only names the counted things; others with their unit. */
function shownFigure({ value, unit }, digits) {
  if (unit === "share") return `${withDigits(value * 100, digits ?? 1)} %`;
  const shown = withDigits(value, digits);
  return UNITS.test(unit) ? `${shown} ${unit}` : shown;
}

const UNITS = new RegExp(`^${"(?:ms|µs|s|min|MB|MiB|GB|KB|kB|KiB|%|times)"}$`);

function withDigits(value, digits) {
  const options = digits === undefined ? { maximumFractionDigits: 3 } : fractionDigits(Number(digits));
  return new Intl.NumberFormat("en-GB", options).format(value);
}

function fractionDigits(count) {
  return { minimumFractionDigits: count, maximumFractionDigits: count };
}

/** The marks of a page with their sections. */
function marksOf(page) {
  const found = [];
  let section = "";
  for (const line of readFileSync(page, "utf8").split("\n")) {
    if (/^#+ /.test(line)) section = line.replace(/^#+ /, "");
    for (const [, key, , , shown] of line.matchAll(MARKED)) found.push({ section, key, shown });
  }
  return found;
}

/** The figures of a page with their sections and lines, without those in code and in generated tables. */
export function figuresOf(page) {
  const found = [];
  let [isCode, isGenerated, section] = [false, false, ""];
  for (const [index, line] of readFileSync(page, "utf8").split("\n").entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (!isCode && /^<!-- [\w ]+: /.test(line)) isGenerated = !isGenerated;
    else if (!isCode && /^#+ /.test(line)) section = line.replace(/^#+ /, "");
    if (isCode || isGenerated) continue;
    for (const [figure] of line
      .replaceAll(MARKED, "")
      .replaceAll(/`[^`]*`/g, "`")
      .matchAll(FIGURE))
      found.push({ section, figure, line: index + 1 });
  }
  return found;
}

/** The problems: figures of pages without an entry, and entries whose figure is gone. */
export function figureProblems(results = parse(readFileSync(RESULTS, "utf8"))) {
  const problems = results.measured.flatMap((entry) => {
    const lacking = ["page", "section", "command", "commit", "date", "machine", "figures"].filter((key) => !entry[key]);
    return lacking.length > 0 ? [`${RESULTS}: ${entry.page} # ${entry.section} lacks ${lacking.join(", ")}`] : [];
  });
  for (const { page, section, commit } of unknownCommits(results.measured))
    problems.push(`${RESULTS}: ${page} # ${section} names the commit ${commit}, which git does not have`);
  for (const page of pagesWithFigures()) {
    const { missing } = withRecorded(readFileSync(page, "utf8"));
    problems.push(...missing.map((one) => `${page}: nothing in ${RECORDED} has the figure "${one}"`));
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

/** Entries whose commit is not in this history; empty if the history is incomplete. */
function unknownCommits(measured) {
  const git = (args, input) => spawnSync("git", args, { input, encoding: "utf8" });
  if (git(["rev-parse", "--is-shallow-repository"]).stdout?.trim() !== "false") return [];
  const named = measured.filter(({ commit }) => commit);
  const { stdout } = git(["cat-file", "--batch-check"], named.map(({ commit }) => `${commit}^{commit}\n`).join(""));
  const answers = stdout.split("\n");
  return named.filter((_, place) => !/ commit \d+$/.test(answers[place] ?? ""));
}

/** docs/measured.md: the origin of each measured figure. */
export function measuredPage(results = parse(readFileSync(RESULTS, "utf8")), recorded = recordedResults()) {
  const rows = results.measured.map(({ page, section, figures, command, commit, date, machine }) =>
    rowOf(page, section, [figures.join("; "), `\`${command}\``, commit, date, machine]),
  );
  const written = pagesWithFigures().flatMap((page) => {
    const groups = Map.groupBy(marksOf(page), ({ section, key }) => JSON.stringify([section, key]));
    return [...groups.values()].map((marks) => {
      const [{ section, key }] = marks;
      const { command, commit, date, machine } = recorded[key] ?? {};
      const figures = marks.map(({ shown }) => shown).join("; ");
      return rowOf(page, section, [figures, `\`${command}\``, commit, date, machine]);
    });
  });
  return `# Measured figures

What was measured for these pages, by which command, and where. \`npm run -s check\` fails where a page has a figure with a
unit that is in neither table nor among the limits and defaults of \`${RESULTS}\`.

## Written by a bench

\`npm run -s bench -- NAME --record\` keeps what it measured in \`${RECORDED}\`, with the commit that it measured, and
\`npm run docs\` writes it into the pages.

${HEADS}
${written.join("\n")}

## Written by hand

From \`${RESULTS}\`. The commit and its date are those of the line's last change: the measurement may be older.

${HEADS}
${rows.join("\n")}
`;
}

const HEADS = `| Page | Figures | Command | Commit | Date | Machine |
| --- | --- | --- | --- | --- | --- |`;

function rowOf(page, section, cells) {
  const name = page.replace(/^docs\//, "");
  const link = page.startsWith("docs/") ? name : `../${page}`;
  return `| ${[`[${name}](${link}): ${section.replaceAll("|", "\\|")}`, ...cells].join(" | ")} |`;
}

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAt } from "../base/new-file.js";
import { flowHistories } from "../replay/runs/flow-history.js";
import { historyLines } from "../replay/runs/history-lines.js";
import { historyPage } from "../replay/runs/history-page.js";
import { type PastRun, readJunit } from "../replay/runs/read-junit.js";
import { type Command, readCommandLine, textFlag, UsageError } from "./command.js";
import { EXIT, printJson, printText } from "./output.js";
import { requirePlace } from "./require-place.js";

const USAGE = `fovea runs JUNIT.xml|FOLDER… [--html OUT.html] [--json]

Results of flows over many runs, from the JUnit files of fovea run and fovea replay; of a folder all .xml files below it.
For each flow: how often it failed, or passed only at a later try, since which build it fails, at which steps, and which
steps were found by other words than those stored (healed).
  --html OUT.html      Writes it as a page: a row for each flow, a column for each run

Exit codes: 0 done, 1 a named file is not a report, or none is, 2 usage.`;

const MOST_WORDS = 1_000;
const MOST_FILES = 5_000;
const MOST_BYTES = 50_000_000;

/** Shows the history of flows from the reports of earlier runs. */
export const runs: Command = async (call, signal) => {
  const own = { html: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean" } } as const;
  const { terminal, positionals, flags } = readCommandLine(call, own, MOST_WORDS);
  if (flags["help"]) {
    printText(terminal, USAGE);
    return EXIT.done;
  }
  if (positionals.length === 0) throw new UsageError("the reports are missing: fovea runs results/");
  const html = textFlag(flags, "html");
  if (html !== undefined) await requirePlace("--html", html, true);
  const past: PastRun[] = [];
  const unread: string[] = [];
  for (const file of await filesOf(positionals)) {
    signal.throwIfAborted();
    const found = readJunit(await readFile(file, "utf8"));
    if (found) past.push(...found);
    else unread.push(file);
  }
  const histories = flowHistories(past);
  if (html !== undefined) await writeFileAt(html, Buffer.from(historyPage(histories)), true);
  const notes = unread.map((file) => `! ${file} is not a JUnit report`);
  if (flags["json"] === true) printJson(terminal, { flows: histories, notes });
  else printText(terminal, [...notes, ...histories.flatMap(historyLines), summary(past, histories.length)].join("\n"));
  // A folder may contain other XML files, but a named file has to be a report.
  const isMisread = past.length === 0 || unread.some((file) => positionals.includes(file));
  return isMisread ? EXIT.failed : EXIT.done;
};

function summary(past: readonly PastRun[], flows: number): string {
  return `${flows} flows in ${new Set(past.map(({ at }) => at)).size} runs`;
}

/**
 * The files of the reports. Errors: UsageError for a path that does not exist, and for files that are too large or too
 * many.
 */
async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (!found) throw new UsageError(`there is no ${path}`);
    const names = found.isDirectory() ? await readdir(path, { recursive: true }) : null;
    files.push(...(names ? names.filter((name) => /\.xml$/i.test(name)).map((name) => join(path, name)) : [path]));
  }
  if (files.length > MOST_FILES) throw new UsageError(`${files.length} reports are too many: ${MOST_FILES} at most`);
  for (const file of files)
    if ((await stat(file)).size > MOST_BYTES) throw new UsageError(`${file} is too large for a report of a run`);
  return files.toSorted();
}

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { isFoveaError } from "../src/base/errors.js";
import { checkFlow, readChecked } from "../src/replay/flow/check-flow.js";
import { flowFilesBelow } from "../src/replay/flow/load-flow.js";
import { type PlannedFlow, planFlows } from "../src/replay/workspace/plan.js";
import { askMaestro, hasMaestro } from "../test/support/maestro-judge.js";
import { type Bench, type BenchResult, table } from "./bench.js";
import { flowForms } from "./flow-forms.js";
import { flagValue } from "./start-phone.js";

/**
 * Real Maestro flows: compares Maestro's verdict on each file with that of `fovea run --check`. Maestro's own parser
 * gives its verdict; without Java it is read from MAESTRO.tsv of the corpus. If flows name files that the corpus lacks,
 * the bench creates them, empty, in a copy of the corpus.
 */
export const flowsBench: Bench = {
  name: "flows",
  about: "real Maestro flows: Maestro's verdict beside ours --corpus DIR [--list], or every form: --forms [--write]",
  run: async (args) => {
    if (args.includes("--forms")) return await flowForms(args.includes("--write"));
    const corpus = flagValue(args, "--corpus");
    if (corpus === undefined) throw new Error("--corpus DIR is missing");
    const folder = mkdtempSync(join(tmpdir(), "fovea-flows-"));
    try {
      cpSync(corpus, folder, { recursive: true });
      return report(await judged(folder), await plansOf(folder), args.includes("--list"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Judged {
  readonly file: string;
  /** Whether Maestro accepts the flow; null if its verdict is unknown. */
  readonly maestro: boolean | null;
  readonly mistakes: readonly string[];
}

async function judged(folder: string): Promise<readonly Judged[]> {
  const files = (await flowFilesBelow(folder)).map((file) => join(folder, file));
  const verdicts = await verdictsOf(files, folder);
  const found: Judged[] = [];
  for (const file of files) {
    const { mistakes } = await checkFlow(file, folder);
    found.push({ file: relative(folder, file), maestro: verdicts.get(file) ?? null, mistakes });
  }
  return found;
}

/** A folder that Maestro plans differently than Fovea. */
interface OtherPlan {
  readonly folder: string;
  readonly maestro: string;
  readonly ours: string;
}

/** Plans every folder with flows or a configuration as a workspace; null if Maestro cannot run. */
async function plansOf(
  corpus: string,
): Promise<{ readonly count: number; readonly others: readonly OtherPlan[] } | null> {
  if (!hasMaestro()) return null;
  const folders = new Set((await flowFilesBelow(corpus)).map((file) => dirname(join(corpus, file))));
  const below = readdirSync(corpus, { recursive: true, encoding: "utf8" });
  for (const file of below) if (/(?:^|[/])config\.ya?ml$/.test(file)) folders.add(dirname(join(corpus, file)));
  const all = [...folders].toSorted();
  const answers = await askMaestro("plan", all);
  const others: OtherPlan[] = [];
  for (const [place, folder] of all.entries()) {
    const maestro = answers[place]?.isOk === true ? (answers[place]?.words ?? "") : "refused";
    const ours = await ourPlan(folder, corpus);
    if (ours !== maestro) others.push({ folder: relative(corpus, folder), maestro, ours });
  }
  return { count: all.length, others };
}

/** Our plan in the format of the judge: the sequence, a `|`, the others. One unreadable flow refuses the folder. */
async function ourPlan(folder: string, root: string): Promise<string> {
  try {
    const request = { paths: [folder], includeTags: [], excludeTags: [], config: null };
    const { sequence, others } = await planFlows(request, async (file) => await readChecked(file, root));
    const isWrong = [...sequence, ...others].some(({ mistakes }) =>
      mistakes.some(({ code }) => code === "FLOW_INVALID"),
    );
    const names = (flows: readonly PlannedFlow[]) => flows.map(({ file }) => relative(folder, file)).join(",");
    return isWrong ? "refused" : `${names(sequence)}|${names(others)}`;
  } catch (error) {
    if (isFoveaError(error, "FLOW_INVALID") || isFoveaError(error, "NO_FLOW")) return "refused";
    throw error;
  }
}

async function verdictsOf(files: readonly string[], folder: string): Promise<ReadonlyMap<string, boolean>> {
  if (hasMaestro()) {
    const answers = await askMaestro("parse", files);
    return new Map(files.map((file, place) => [file, answers[place]?.isOk === true]));
  }
  const recorded = join(folder, "MAESTRO.tsv");
  if (!existsSync(recorded)) throw new Error("there is neither Maestro (a JDK 17 and Maven) nor MAESTRO.tsv");
  const rows = readFileSync(recorded, "utf8").split("\n").slice(1);
  return new Map(
    rows.flatMap((row) => {
      const [verdict, path] = row.split("\t");
      return path === undefined ? [] : [[join(folder, path), verdict === "ok"] as const];
    }),
  );
}

function report(found: readonly Judged[], plans: Awaited<ReturnType<typeof plansOf>>, isListed: boolean): BenchResult {
  const accepted = found.filter(({ maestro }) => maestro === true);
  const ours = accepted.filter(({ mistakes }) => mistakes.length === 0);
  const wrong = found.filter(({ maestro, mistakes }) => maestro === false && mistakes.length === 0);
  const refused = accepted.filter(({ mistakes }) => mistakes.length > 0);
  const text = [
    table([["files", "refused for"], ...reasons(refused)].map(([count, why]) => [why ?? "", count ?? ""])),
    ...wrong.map(({ file }) => `refused by Maestro, and accepted: ${file}`),
    ...(plans?.others ?? []).map(
      ({ folder, maestro, ours }) => `planned otherwise: ${folder}: ${maestro}; ours: ${ours}`,
    ),
    ...(isListed ? refused.map(({ mistakes }) => mistakes[0] ?? "") : []),
  ].join("\n");
  return {
    text,
    figures: [
      { name: "files", value: found.length, unit: "flows" },
      { name: "accepted by Maestro", value: accepted.length, unit: "flows" },
      { name: "accepted of these", value: percent(ours.length, accepted.length), unit: "%", atLeast: 97 },
      { name: "refused by Maestro, and accepted", value: wrong.length, unit: "flows", atMost: 0 },
      ...(plans
        ? [
            { name: "workspaces", value: plans.count, unit: "folders" },
            { name: "planned otherwise", value: plans.others.length, unit: "folders", atMost: 0 },
          ]
        : []),
    ],
  };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
}

/** Reasons with their numbers of files, the most frequent first; quoted parts of a reason are left out. */
function reasons(refused: readonly Judged[]): readonly (readonly [string, string])[] {
  const counts = new Map<string, number>();
  for (const { mistakes } of refused) {
    for (const why of new Set(mistakes.map(reasonOf))) counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([why, count]) => [String(count), why]);
}

function reasonOf(mistake: string): string {
  const why = mistake.replace(/^.*?\.ya?ml:\d+: /, "");
  return why
    .replace(/\$\{.*\}/g, "$…")
    .replace(/"[^"]*"/g, '"…"')
    .slice(0, 100);
}

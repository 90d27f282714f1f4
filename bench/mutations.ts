import { availableParallelism } from "node:os";
import type { Bench, BenchResult } from "./bench.js";
import { type Mutation, readMutations } from "./mutations/table.js";
import { openJavaWorkshop, openWorkshop, type Workshop } from "./mutations/workshop.js";

/**
 * Each row of `mutations/mutations.yaml` changes one line of the program, and names a test that has to fail then. Only
 * that test runs, in a copy of the compiled program: first without the change, when it has to pass. `--only PART`
 * selects the rows whose file or test contains PART; `--jobs N` runs N rows at a time, by default one per processor.
 */
export const mutationsBench: Bench = {
  name: "mutations",
  about: "one-line changes that a test has to notice [--only PART] [--jobs N]",
  run: async (args) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
    const only = wordAfter(args, "--only") ?? "";
    const rows = readMutations().filter(({ file, test }) => file.includes(only) || test.includes(only));
    const isJava = ({ file }: Mutation) => file.endsWith(".java");
    const jobs = Number(wordAfter(args, "--jobs") ?? availableParallelism());
    const results = await Promise.all([
      tryAll(
        rows.filter((row) => !isJava(row)),
        { open: openWorkshop, jobs },
      ),
      tryAll(rows.filter(isJava), { open: openJavaWorkshop, jobs: 1 }),
    ]);
    return report(results.flat(), only === "");
  },
};

/** The smallest allowed number of rows in the whole table. */
const LEAST_MUTATIONS = 80;

interface Result {
  readonly mutation: Mutation;
  /** Null if the test noticed it. */
  readonly problem: string | null;
}

function wordAfter(args: readonly string[], flag: string): string | undefined {
  const place = args.indexOf(flag);
  return place < 0 ? undefined : args[place + 1];
}

/** Runs the rows of each test file together, so that the file runs only once without a change. */
async function tryAll(
  rows: readonly Mutation[],
  { open, jobs }: { readonly open: () => Workshop; readonly jobs: number },
): Promise<readonly Result[]> {
  const files = [...new Set(rows.map(({ test }) => test))];
  const groups = files.map((test) => rows.filter((row) => row.test === test));
  const results: Result[] = [];
  const work = async () => {
    using workshop = open();
    for (let group = groups.pop(); group !== undefined; group = groups.pop())
      results.push(...(await tryGroup(workshop, group)));
  };
  await Promise.all(Array.from({ length: Math.min(jobs, groups.length) }, work));
  return results;
}

async function tryGroup(workshop: Workshop, group: readonly Mutation[]): Promise<readonly Result[]> {
  const names = [...new Set(group.map(({ name }) => name))];
  const whole = await workshop.run(group[0]?.test ?? "", names);
  const results: Result[] = [];
  for (const mutation of group) {
    const before = whole.get(mutation.name);
    const problem =
      before === "passed" ? await problemOf(workshop, mutation) : `without the change it ${WORDS[before ?? "absent"]}`;
    process.stderr.write(problem === null ? "." : `\n${mutation.file}: ${problem}\n`);
    results.push({ mutation, problem });
  }
  return results;
}

const WORDS = { passed: "passed", failed: "failed", absent: "did not run" } as const;

async function problemOf(workshop: Workshop, mutation: Mutation): Promise<string | null> {
  try {
    const outcome = await workshop.runMutated(mutation);
    return outcome === "failed" ? null : `the test ${WORDS[outcome]}`;
  } catch (error) {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  }
}

function report(results: readonly Result[], isWhole: boolean): BenchResult {
  const missed = results.filter(({ problem }) => problem !== null);
  const lines = missed.map(
    ({ mutation: { file, from, to, test, name }, problem }) =>
      `${file}\n  - ${from}\n  + ${to}\n  ${test}: ${name}\n  ${problem}`,
  );
  const folders = new Set(results.map(({ mutation }) => mutation.file.split("/").slice(0, 2).join("/")));
  return {
    text: ["", ...lines, `${results.length - missed.length} of ${results.length} changes were noticed`].join("\n"),
    figures: [
      { name: "mutations", value: results.length, unit: "changes", ...(isWhole && { atLeast: LEAST_MUTATIONS }) },
      { name: "folders", value: folders.size, unit: "folders" },
      { name: "not noticed", value: missed.length, unit: "changes", atMost: 0 },
    ],
  };
}

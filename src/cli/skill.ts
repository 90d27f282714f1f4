import { dirname } from "node:path";
import { openFovea } from "../app/open-app.js";
import { makeFolder } from "../base/make-folder.js";
import { requireActing } from "../base/read-only.js";
import { toolContext } from "../server/tool-context.js";
import { checkSkill } from "../skills/check-skill.js";
import { SERIOUS } from "../skills/doubt.js";
import { learnSkill, type TracedRun } from "../skills/learn.js";
import { learnInto } from "../skills/learn-into.js";
import { readRun } from "../skills/read-run.js";
import { runSkill } from "../skills/run-skill.js";
import { printSkill, readSkill } from "../skills/skill-file.js";
import { requireName, skillFile, skillsFolder, skillsIn } from "../skills/skill-folder.js";
import { tracesIn } from "../trace/open-trace.js";
import {
  type Command,
  type CommandLine,
  readCommandLine,
  requireOneOf,
  requirePositional,
  textFlag,
  UsageError,
} from "./command.js";
import { EXIT, printJson, printText } from "./output.js";
import { listOf, secretFrom } from "./replay-flags.js";
import { savePieces } from "./save-new-pieces.js";
import { doubtLines, reportedStep, reportLines, skillLines } from "./skill-lines.js";
import type { Terminal } from "./terminal.js";

const USAGE = `fovea skill learn TRACE… --name NAME | list | show SKILL | check SKILL | run SKILL

Repeats, without a model, a task that two or more traces show (docs/skills.md). SKILL is a name or a file.
  learn TRACE…       traces, .fovea files or folders of traces of one task
  learn FILE.yaml TRACE…  adds further runs, such as one that diverged and was finished by hand; rewrites the file
  --name NAME        of the skill
  -o, --out FILE     the file to write; NAME.yaml in the folder of skills if absent
  --overwrite        of learn: replace an existing file
  list               the skills of the folder
  show SKILL         slots, steps and what proves each
  check SKILL        what is ambiguous, unverified or timing-dependent; exit code 1 if the skill is not to be trusted
  run SKILL          does the task on the device and verifies each step; stops if the screen differs
  --slot NAME=VALUE  of run: a value; NAME=env:VARIABLE or NAME=file:PATH for secrets; may be given several times
  --from STEP        of run: begin with this step, on the screen as it is
  --no-launch        of run: do not bring the app to the front first
  --skills DIR       the folder of skills; \`skills\` of --memory if absent, else of --state-dir
  --json             for programs

How long a screen may take to appear: --action-timeout. Exit codes: 0 done, 1 diverged, not trusted or not learnt, 2 usage.`;

const FLAGS = {
  name: { type: "string", multiple: false },
  out: { type: "string", short: "o", multiple: false },
  overwrite: { type: "boolean", multiple: false },
  slot: { type: "string", multiple: true },
  from: { type: "string", multiple: false },
  "no-launch": { type: "boolean", multiple: false },
  json: { type: "boolean", multiple: false },
  help: { type: "boolean", multiple: false },
} as const;

/** The flags of each subcommand, besides --json. */
const OWN_FLAGS = {
  learn: ["name", "out", "overwrite"],
  list: [],
  show: [],
  check: [],
  run: ["slot", "from", "no-launch"],
} as const;

const MOST_TRACES = 1_000;

/** Learns and runs skills; only `run` needs a device. */
export const skill: Command = async (call, signal) => {
  const line = readCommandLine(call, FLAGS, MOST_TRACES);
  if (line.flags["help"]) {
    printText(line.terminal, USAGE);
    return EXIT.done;
  }
  const subcommand = requireOneOf(line.positionals, 0, ["learn", "list", "show", "check", "run"]);
  for (const flag of Object.keys(FLAGS)) {
    const isKnown =
      flag === "json" || (OWN_FLAGS[subcommand as keyof typeof OWN_FLAGS] as readonly string[]).includes(flag);
    if (line.flags[flag] !== undefined && !isKnown) throw new UsageError(`--${flag} does not belong to ${subcommand}`);
  }
  if (subcommand === "learn") return await learn(line, signal);
  if (subcommand === "list") return await list(line);
  if (subcommand === "show") return await show(line);
  if (subcommand === "check") return await check(line);
  return await run(line, signal);
};

function folderOf({ config }: CommandLine): string {
  return skillsFolder(config);
}

async function learn(line: CommandLine, signal: AbortSignal): Promise<number> {
  const { terminal, positionals, flags } = line;
  const [first = "", ...others] = positionals.slice(1);
  const isFurther = /\.ya?ml$/i.test(first);
  if (isFurther && others.length === 0) throw new UsageError(`${first}: the traces to learn from are missing`);
  const old = isFurther ? (await readSkill(first)).skill : null;
  const name = textFlag(flags, "name") ?? old?.name;
  if (name === undefined) throw new UsageError("--name NAME is missing");
  requireName(name);
  const runs: TracedRun[] = [];
  for (const path of isFurther ? others : positionals.slice(1)) {
    const found = await tracesIn(path);
    for (const one of found.length === 0 ? [path] : found) runs.push(await readRun(one, signal));
  }
  const learnt = old ? { ...learnInto(old, runs), name } : learnSkill(name, runs);
  const given = textFlag(flags, "out") ?? (isFurther ? first : undefined);
  const out = given ?? skillFile(name, folderOf(line));
  if (given === undefined) await makeFolder(dirname(out));
  // A skill that is learned again replaces its own file.
  await savePieces(out, pieces(printSkill(learnt)), flags["overwrite"] === true || out === first);
  if (flags["json"] === true) printJson(terminal, { file: out, ...learnt });
  else printText(terminal, [`${out}:`, ...skillLines(learnt)].join("\n"));
  return EXIT.done;
}

async function* pieces(text: string) {
  yield text;
}

async function list(line: CommandLine): Promise<number> {
  requireNoMore(line, 1);
  const found = await skillsIn(folderOf(line));
  if (line.flags["json"] === true) printJson(line.terminal, found);
  else if (found.length === 0) printText(line.terminal, `no skills in ${folderOf(line)}`);
  for (const { file, skill: one, problem } of line.flags["json"] === true ? [] : found)
    printText(line.terminal, one ? `${one.name}: ${one.app}, ${slotsOf(one.slots)} (${file})` : `! ${problem}`);
  return EXIT.done;
}

function slotsOf(slots: readonly { readonly name: string }[]): string {
  return slots.length === 0 ? "no slots" : slots.map(({ name }) => name).join(", ");
}

function requireNoMore({ positionals }: CommandLine, most: number): void {
  const extra = positionals[most];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many`);
}

async function read(line: CommandLine) {
  requireNoMore(line, 2);
  return await readSkill(skillFile(requirePositional(line.positionals, 1, "the name of a skill"), folderOf(line)));
}

async function show(line: CommandLine): Promise<number> {
  const { skill: one, isFlowKept } = await read(line);
  if (line.flags["json"] === true) printJson(line.terminal, one);
  else printText(line.terminal, [...skillLines(one), ...(isFlowKept ? [] : [OTHER_FLOW])].join("\n"));
  return EXIT.done;
}

const OTHER_FLOW = "! the commands of the file are not those of its head: Fovea uses the head, Maestro the commands";

async function check(line: CommandLine): Promise<number> {
  const { skill: one, isFlowKept } = await read(line);
  const doubts = checkSkill(one);
  const isTrusted = doubts.every(({ kind }) => !SERIOUS.includes(kind));
  if (line.flags["json"] === true) printJson(line.terminal, { isTrusted, isFlowKept, doubts });
  else {
    const verdict = `${one.name}: ${isTrusted ? "may be trusted" : "not to be trusted yet"}`;
    printText(line.terminal, [...doubtLines(doubts), ...(isFlowKept ? [] : [OTHER_FLOW]), verdict].join("\n"));
  }
  return isTrusted ? EXIT.done : EXIT.failed;
}

/** The values of slots: given directly, or from the environment or a file. Errors: UsageError. */
async function slotsFrom(given: readonly string[], { env }: Terminal): Promise<Readonly<Record<string, string>>> {
  const slots: Record<string, string> = {};
  for (const one of given) {
    const [, name = "", source, value = ""] = /^([A-Za-z][A-Za-z0-9_]*)=(?:(env|file):)?(.*)$/su.exec(one) ?? [];
    if (name === "") throw new UsageError("--slot has to be NAME=VALUE, NAME=env:VARIABLE or NAME=file:PATH");
    slots[name] =
      source === undefined ? value : await secretFrom("--slot", source === "env" ? "env" : "file", value, env);
  }
  return slots;
}

function fromOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError(`--from has to be the number of a step, and not ${text}`);
  return Number(text);
}

async function run(line: CommandLine, signal: AbortSignal): Promise<number> {
  const { terminal, flags, config } = line;
  const { skill: one } = await read(line);
  const slots = await slotsFrom(listOf(flags, "slot"), terminal);
  const from = fromOf(textFlag(flags, "from"));
  requireActing("a skill", config);
  await using app = await openFovea(config, { program: "fovea skill", startsCompanion: true, entry: "script" });
  const context = toolContext(app, () => {});
  const session = await context.session(undefined, signal);
  const report = await runSkill(
    one,
    { session, context },
    {
      slots,
      patienceMs: config.actionTimeoutMs,
      launches: flags["no-launch"] !== true,
      from,
      onStep: (step) => {
        if (!flags["json"]) printText(terminal, reportedStep(step));
      },
    },
    signal,
  );
  if (flags["json"] === true) printJson(terminal, report);
  else printText(terminal, reportLines(report).join("\n"));
  return report.outcome === "passed" ? EXIT.done : EXIT.failed;
}

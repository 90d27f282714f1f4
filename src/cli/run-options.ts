import type { FlowModel } from "../replay/flow/flow-model.js";
import type { EnvEntry } from "../replay/flow/flow-scripts.js";
import type { Variables } from "../replay/flow/template.js";
import {
  type CommandLine,
  integerFlag,
  MOST_SECONDS,
  type OwnFlags,
  rangeFlag,
  textFlag,
  UsageError,
} from "./command.js";
import { runModel } from "./run-model.js";

/** Flags of `fovea run`. */
export const RUN_FLAGS = {
  env: { type: "string", multiple: true, short: "e" },
  "include-tags": { type: "string", multiple: true },
  "exclude-tags": { type: "string", multiple: true },
  config: { type: "string" },
  workspace: { type: "string" },
  "allow-http": { type: "string", multiple: true },
  model: { type: "string" },
  "model-url": { type: "string" },
  junit: { type: "string" },
  html: { type: "string" },
  build: { type: "string" },
  screenshots: { type: "string" },
  "update-baselines": { type: "boolean" },
  "lookup-timeout": { type: "string" },
  "time-limit": { type: "string" },
  retries: { type: "string" },
  "fail-fast": { type: "boolean" },
  continue: { type: "boolean" },
  "skip-unsupported": { type: "boolean" },
  shards: { type: "string" },
  needs: { type: "string" },
  wait: { type: "string" },
  check: { type: "boolean" },
  watch: { type: "boolean" },
  yes: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean" },
} as const satisfies OwnFlags;

export const RUN_USAGE = `fovea run FLOW.yaml… [-e NAME=VALUE…] [--include-tags A,B] [--junit OUT.xml] [--html OUT.html] [--json]

Runs flows in Maestro's format (docs/flows.md says which part of it), one after another; a folder means the
flows in it, or those that its config.yaml names. All of them are read before anything is done.
  -e, --env NAME=VALUE A variable: \${NAME} in the flow; may be given several times; MAESTRO_… of the environment, too
  --include-tags A,B   Of a folder, runs only the flows that have one of these tags
  --exclude-tags A,B   Of a folder, skips the flows that have one of these tags
  --config FILE        Used instead of the folder's config.yaml
  --workspace DIR      The only folder whose files flows may name; the current folder if absent
  --allow-http HOST    Scripts may send requests to this host; may be given several times
  --model PROVIDER:N   The model that judges screenshots for assertWithAI and similar commands: openai, ollama or
                       compatible, and the model's name
  --model-url URL      Address of its API; its key is in OPENAI_API_KEY, for other providers in FOVEA_MODEL_KEY
  --junit OUT.xml      Writes the outcome for CI: a case for each flow; with --shards, the flows that took longest in an
                       earlier file start first
  --html OUT.html      Writes a page with every step, and with source, log and screenshot of the steps that failed
  --build NAME         The build that is tested, for the reports; if absent, the CI's name (GITHUB_SHA, CI_COMMIT_SHA, …)
  --screenshots DIR    Saves what takeScreenshot takes, and the screen of each failed step
  --update-baselines   Saves the screenshots of assertScreenshot, and compares nothing
  --lookup-timeout MS  How long an element may take to appear; 17000 if absent, as in Maestro
  --time-limit S       How long a flow may take; no limit if absent
  --retries N          Runs a flow that failed again; one that passes then is called flaky
  --fail-fast          Begins no other flow after one that failed
  --continue           Runs the other flows if one cannot be read; that one counts as failed
  --skip-unsupported   Skips flows that use unsupported commands, and says why
  --shards N           Runs the flows on N phones at once; with --farm also auto: on all that meet the needs
  --farm URL           Runs the flows on phones of a farm (docs/farm.md); a failed one runs again on another phone (--retries)
  --needs 'api>=34'    Conditions for these phones
  --wait S             How long a flow waits for a phone of the farm that is not free; 600 if absent
  --check              Only lists all mistakes in the flows, by file and line; needs no device
  --watch              After the run, runs (or checks) the flows of each changed file again, until Ctrl-C
  --yes                Flows may delete the data of apps (clearState) without asking
  --json               Prints the outcome as data

Exit codes: 0 all passed, 1 one failed or could not be run, 2 a flow or the command line is wrong: nothing was done.`;

const LOOKUP_MS = 17_000;
const MOST_RETRIES = 10;
const MOST_SHARDS = 100;
const WAIT_S = 600;

/** The options of a run, from its flags. */
export interface RunOptions {
  readonly env: readonly EnvEntry[];
  readonly includeTags: readonly string[];
  readonly excludeTags: readonly string[];
  readonly config: string | null;
  readonly workspace: string | null;
  readonly allowedHosts: readonly string[];
  /** The model that answers questions about screenshots; null for none. */
  readonly model: FlowModel | null;
  readonly junit: string | null;
  readonly html: string | null;
  /** The tested build, as the caller or its CI names it; null if neither does. */
  readonly build: string | null;
  readonly screenshots: string | null;
  readonly updatesBaselines: boolean;
  readonly lookupMs: number;
  readonly timeLimitMs: number | null;
  readonly retries: number;
  readonly failsFast: boolean;
  readonly continues: boolean;
  readonly skipsUnsupported: boolean;
  readonly shards: number;
  /** The needs of the flows on phones of a farm, in the format of `fovea farm`. */
  readonly needs: string;
  /** How long a flow waits for a phone of a farm, in ms. */
  readonly waitMs: number;
}

/** Reads the options. Errors: UsageError. */
export function runOptions({ flags, config, terminal }: CommandLine): RunOptions {
  const isFarm = config.farm.length > 0;
  const isAuto = isFarm && flags["shards"] === "auto";
  const shards = isAuto ? MOST_SHARDS : within("shards", integerFlag(flags, "shards") ?? 1, 1, MOST_SHARDS);
  for (const flag of ["needs", "wait"]) {
    if (!isFarm && flags[flag] !== undefined) throw new UsageError(`--${flag} is about phones of a farm: give --farm`);
  }
  if (shards > 1 && config.device !== undefined)
    throw new UsageError("--shards uses all connected phones, and --device names one: choose some with --allow-device");
  const seconds = integerFlag(flags, "time-limit");
  return {
    env: wordsOf(flags["env"]).map(variableIn),
    includeTags: tagsIn(flags["include-tags"]),
    excludeTags: tagsIn(flags["exclude-tags"]),
    config: textFlag(flags, "config") ?? null,
    workspace: textFlag(flags, "workspace") ?? null,
    allowedHosts: wordsOf(flags["allow-http"]),
    model: runModel({ flags, config, terminal }),
    junit: textFlag(flags, "junit") ?? null,
    html: textFlag(flags, "html") ?? null,
    build: textFlag(flags, "build") ?? buildIn(terminal.env),
    screenshots: textFlag(flags, "screenshots") ?? null,
    updatesBaselines: flags["update-baselines"] === true,
    lookupMs: rangeFlag(flags, "lookup-timeout", 0, MOST_SECONDS * 1_000) ?? LOOKUP_MS,
    timeLimitMs: seconds === undefined ? null : within("time-limit", seconds, 1, 86_400) * 1_000,
    retries: within("retries", integerFlag(flags, "retries") ?? 0, 0, MOST_RETRIES),
    failsFast: flags["fail-fast"] === true,
    continues: flags["continue"] === true,
    skipsUnsupported: flags["skip-unsupported"] === true,
    shards,
    needs: textFlag(flags, "needs") ?? "",
    waitMs: within("wait", integerFlag(flags, "wait") ?? WAIT_S, 0, 3_600) * 1_000,
  };
}

/** The variables in which GitHub Actions, GitLab, Jenkins and others name the build. */
const BUILD_NAMES = [
  "GITHUB_SHA",
  "CI_COMMIT_SHA",
  "GIT_COMMIT",
  "BITBUCKET_COMMIT",
  "BUILD_SOURCEVERSION",
  "BUILD_TAG",
];
const MOST_OF_A_BUILD = 100;

function buildIn(env: CommandLine["terminal"]["env"]): string | null {
  const name = BUILD_NAMES.find((one) => (env[one] ?? "") !== "");
  return name === undefined ? null : (env[name] ?? "").slice(0, MOST_OF_A_BUILD);
}

function within(flag: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${flag} is a whole number from ${least} to ${most}`);
}

function variableIn(word: string): EnvEntry {
  const [, name, text] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word) ?? [];
  if (name === undefined || text === undefined) throw new UsageError("--env takes NAME=VALUE");
  return { name, text };
}

function tagsIn(given: unknown): readonly string[] {
  return wordsOf(given).flatMap((word) => word.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()])));
}

function wordsOf(given: unknown): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

/**
 * The variables of a flow: those of the configuration, those of Maestro in the environment, and the given ones, which
 * replace earlier ones.
 */
export function givenVariables(
  { env }: RunOptions,
  config: readonly EnvEntry[],
  environment: Readonly<Record<string, string | undefined>>,
): Variables {
  const maestros = Object.entries(environment).filter(([name]) => name.startsWith("MAESTRO_"));
  return new Map([
    ...config.map(({ name, text }) => [name, text] as const),
    ...maestros.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...env.map(({ name, text }) => [name, text] as const),
  ]);
}

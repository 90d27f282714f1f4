import { readFileSync } from "node:fs";
import { causeWords } from "./cause-words.js";
import { FoveaError } from "./errors.js";
import { cacheFolder } from "./home-folders.js";
import { type OptionType, textGiven } from "./options/kinds.js";
import { OPTION_TABLE, type Option } from "./options/table.js";

type OptionTable = typeof OPTION_TABLE;
export type OptionKey = keyof OptionTable;
type ValueOf<One> = One extends Option<infer Value> ? Value : never;

/** The configuration that results from all options. */
export type Config = { readonly [Key in Exclude<OptionKey, "config">]: ValueOf<OptionTable[Key]> } & {
  /** The environment, for adb's own variables and for starting the user's adb. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** An option as it is used in flags, environment, configuration file and documentation. */
export interface OptionSpec {
  /** The flag on the command line; for a list it may be given several times. */
  readonly flag: string;
  /** The environment variable; a list is separated by commas. */
  readonly env: string;
  /** The key in the configuration file. */
  readonly key: OptionKey;
  readonly type: OptionType;
  /** The default as the documentation shows it; null for none. */
  readonly default: string | null;
  readonly doc: string;
  readonly example?: string;
}

const KEYS: readonly OptionKey[] = Object.keys(OPTION_TABLE).filter((key): key is OptionKey => key in OPTION_TABLE);

/** Every option, in the order of the documentation. */
export const OPTIONS: readonly OptionSpec[] = KEYS.map(specOf);

function specOf(key: OptionKey): OptionSpec {
  const { kind, flag = flagOf(key), shown, doc, example }: Option<unknown> = OPTION_TABLE[key];
  const env = `FOVEA_${flag.slice(2).toUpperCase().replaceAll("-", "_")}`;
  return {
    flag,
    env,
    key,
    type: kind.type,
    default: shown ?? kind.shown,
    doc,
    ...(example === undefined ? {} : { example }),
  };
}

/** `--adb-host` for adbHost; units are only in the key. */
function flagOf(key: OptionKey): string {
  return `--${key.replace(/(?:Ms|Mb)$/, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Values of flags as `util.parseArgs` gives them. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/**
 * The options from flags, environment and configuration file; the first source with a value is used. Errors:
 * INVALID_ARGUMENT with the name of the option, also for unknown keys in the file.
 */
export function readConfig(flags: FlagValues, env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const file = readConfigFile(read("config", { flags, env, file: {} }));
  const values = KEYS.filter((key) => key !== "config").map((key) => [key, read(key, { flags, env, file })]);
  return { ...Object.fromEntries(values), env };
}

interface Sources {
  readonly flags: FlagValues;
  readonly env: Config["env"];
  readonly file: Readonly<Record<string, unknown>>;
}

function read<Key extends OptionKey>(key: Key, sources: Sources): ValueOf<OptionTable[Key]>;
function read(key: OptionKey, { flags, env, file }: Sources): unknown {
  const { flag, env: variable } = specOf(key);
  const said = flags[flag.slice(2)] ?? textGiven(env[variable]) ?? file[key];
  return OPTION_TABLE[key].kind.read(said, `${flag} (${variable})`, env);
}

function readConfigFile(path: string | undefined): Readonly<Record<string, unknown>> {
  if (path === undefined) return {};
  const content = parseConfigFile(path);
  const known = new Set<string>(OPTIONS.map((option) => option.key).filter((key) => key !== "config"));
  const unknown = Object.keys(content).filter((key) => !known.has(key));
  if (unknown.length > 0)
    throw new FoveaError("INVALID_ARGUMENT", `${path} has unknown options: ${unknown.join(", ")}`);
  return content;
}

function parseConfigFile(path: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof content === "object" && content !== null && !Array.isArray(content)) return { ...content };
  } catch (cause) {
    throw new FoveaError("INVALID_ARGUMENT", `the configuration file ${path} cannot be read: ${causeWords(cause)}`, {
      cause,
    });
  }
  throw new FoveaError("INVALID_ARGUMENT", `the configuration file ${path} is not a JSON object`);
}

/** The folder for data that can be created again, for this user only. */
export function cacheDir(env: Config["env"] = process.env): string {
  return cacheFolder(env);
}

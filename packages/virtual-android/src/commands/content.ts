import type { Command, CommandCall } from "../command.js";
import { complain, print } from "../shell-command.js";
import { isMediaUri, mediaProvider, type ContentOptions as Options } from "../shell-commands/media-provider.js";

/**
 * `content query|insert|delete --uri content://settings/TABLE[/KEY] …`; `query` and `call` also for the media provider.
 */
export const content: Command = {
  name: "content",
  isScript: true,
  async run(call) {
    const [, verb, ...args] = call.argv;
    const options = optionsOf(args);
    const uri = options.get("--uri")?.at(-1);
    if (verb === undefined || !VERBS.includes(verb)) {
      await complain(call, ...USAGE, ...(verb === undefined ? [] : ["", `[ERROR] Unsupported operation: ${verb}`]));
      return 1;
    }
    if (uri === undefined)
      return argumentError(call, "Content provider URI not specified. Did you specify --uri argument?");
    if (isMediaUri(uri)) return await mediaProvider(call, verb, options);
    const target = targetOf(uri);
    if (!target || verb === "call") return providerError(call, uri);
    if (verb === "query") return query(call, target, options);
    return verb === "insert" ? insert(call, target, options) : remove(call, target, options);
  },
};

const VERBS = ["query", "insert", "delete", "call"];

const TABLES = ["system", "secure", "global"] as const;

interface Target {
  readonly table: (typeof TABLES)[number];
  readonly key: string | null;
}

function optionsOf(args: readonly string[]): Options {
  const options = new Map<string, string[]>();
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at] ?? "";
    options.set(name, [...(options.get(name) ?? []), args[at + 1] ?? ""]);
  }
  return options;
}

function targetOf(uri: string): Target | null {
  const match = /^content:\/\/settings\/(\w+)(?:\/([^/?]+))?$/.exec(uri);
  const table = TABLES.find((name) => name === match?.[1]);
  return table ? { table, key: match?.[2] ?? null } : null;
}

async function query(call: CommandCall, target: Target, options: Options): Promise<number> {
  const wanted = target.key ?? nameOf(options);
  const projection = options.get("--projection")?.at(-1)?.split(":") ?? ["_id", "name", "value"];
  const rows = [...call.phone.state().settings[target.table]]
    .map(([name, value], index) => ({ _id: String(index + 1), name, value }))
    .filter(({ name }) => wanted === null || name === wanted);
  if (rows.length === 0) return print(call, "No result found.");
  const cell = (row: (typeof rows)[number], column: string): string => {
    if (column === "_id" || column === "name" || column === "value") return `${column}=${row[column]}`;
    return `${column}=NULL`;
  };
  return print(
    call,
    ...rows.map((row, index) => `Row: ${index} ${projection.map((column) => cell(row, column)).join(", ")}`),
  );
}

/** The name in `--where "name='KEY'"`, the only condition that is supported. */
function nameOf(options: Options): string | null {
  return /^\s*name\s*=\s*['"](.*)['"]\s*$/.exec(options.get("--where")?.at(-1) ?? "")?.[1] ?? null;
}

/** `--bind name:s:KEY --bind value:s:VALUE`. */
async function insert(call: CommandCall, target: Target, options: Options): Promise<number> {
  const bound = new Map(
    (options.get("--bind") ?? []).map((text): [string, string] => {
      const [name = "", , ...value] = text.split(":");
      return [name, value.join(":")];
    }),
  );
  const name = bound.get("name");
  if (name === undefined) return argumentError(call, "Bindings not specified. Did you specify --bind argument(s)?");
  call.phone.putSetting(target.table, name, bound.get("value") ?? null);
  return 0;
}

async function remove(call: CommandCall, target: Target, options: Options): Promise<number> {
  const name = target.key ?? nameOf(options);
  if (name !== null) call.phone.putSetting(target.table, name, null);
  return 0;
}

async function argumentError(call: CommandCall, message: string): Promise<number> {
  await complain(call, ...USAGE, "", `[ERROR] ${message}`);
  return 1;
}

async function providerError(call: CommandCall, uri: string): Promise<number> {
  const provider = /^content:\/\/([^/]+)/.exec(uri)?.[1] ?? uri;
  await complain(
    call,
    `Error while accessing provider:${provider}`,
    `java.lang.IllegalStateException: Could not find provider: ${provider}`,
  );
  return 1;
}

const USAGE = [
  "usage: adb shell content [subcommand] [options]",
  "usage: adb shell content query --uri <URI> [--projection <PROJECTION>] [--where <WHERE>]",
  "usage: adb shell content insert --uri <URI> --bind <BINDING> [--bind <BINDING>...]",
  "usage: adb shell content delete --uri <URI> [--where <WHERE>]",
];

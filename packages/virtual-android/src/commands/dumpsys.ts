import type { Command, CommandCall } from "../command.js";
import { serviceNamed, servicesOf } from "../dumps/services.js";
import { formatTime } from "../dumps/text.js";
import { FAILED, print } from "../shell-command.js";
import { printDump } from "../shell-commands/dump-command.js";

/** `dumpsys`: asks services to print their state. For an unknown service it prints a message, but does not fail. */
export const dumpsys: Command = {
  name: "dumpsys",
  async run(call) {
    const request = parseArgs(call.argv.slice(1), call.phone.build.apiLevel);
    if ("error" in request) {
      await call.stderr.write(request.error);
      return FAILED;
    }
    if (request.wantsHelp) return print(call, ...HELP);
    if (request.wantsList) return listServices(call, request.skipped);
    if (request.service === null) return dumpAll(call, request);
    await dumpOne(call, request.service, request.args, request.timeoutMs);
    return 0;
  },
};

interface Request {
  readonly wantsHelp: boolean;
  readonly wantsList: boolean;
  readonly skipped: readonly string[];
  readonly timeoutMs: number;
  readonly service: string | null;
  readonly args: readonly string[];
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Options come before the service; all words after the service are its arguments. */
function parseArgs(words: readonly string[], api: number): Request | { readonly error: string } {
  let request: Request = {
    wantsHelp: false,
    wantsList: false,
    skipped: [],
    timeoutMs: DEFAULT_TIMEOUT_MS,
    service: null,
    args: [],
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "-l") request = { ...request, wantsList: true };
    else if (word === "--help" || word === "-h") request = { ...request, wantsHelp: true };
    else if (word === "--skip") return { ...request, skipped: words.slice(at + 1) };
    else if (word === "--priority" || word === "--proto") at += word === "--priority" ? 1 : 0;
    else if (word === "-t" || (word === "-T" && api >= 28)) {
      const timeoutMs = timeoutOf(word, words[at + 1]);
      if (timeoutMs === null) return { error: timeoutError(word, words[at + 1] ?? "") };
      request = { ...request, timeoutMs };
      at += 1;
    } else if (word.startsWith("-")) return { error: `${HELP.join("\n")}\n` };
    else return { ...request, service: word, args: words.slice(at + 1) };
  }
  return request;
}

/** The time limit in ms: `-t` gives seconds, `-T` (9 and later) milliseconds. */
function timeoutOf(option: string, text: string | undefined): number | null {
  if (text === undefined || !/^\d+$/.test(text)) return null;
  const value = Number(text);
  if (value <= 0) return null;
  return option === "-t" ? value * 1000 : value;
}

function timeoutError(option: string, text: string): string {
  const unit = option === "-t" ? "seconds" : "milliseconds";
  return `Error: invalid timeout(${unit}) number: '${text}'\n`;
}

async function listServices(call: CommandCall, skipped: readonly string[]): Promise<number> {
  const names = servicesOf(call.phone.build.apiLevel).map(({ name }) => name);
  return print(
    call,
    "Currently running services:",
    ...names.map((name) => `  ${name}${skipped.includes(name) ? " (skipped)" : ""}`),
  );
}

/** Without a service: prints the list, then the state of every service between separator lines. */
async function dumpAll(call: CommandCall, request: Request): Promise<number> {
  const { apiLevel } = call.phone.build;
  await listServices(call, request.skipped);
  for (const { name } of servicesOf(apiLevel)) {
    if (request.skipped.includes(name)) continue;
    await print(call, "-".repeat(79), `DUMP OF SERVICE ${name}:`);
    const startedMs = call.phone.state().uptimeMs;
    await dumpOne(call, name, ["-a"], request.timeoutMs);
    if (apiLevel >= 26) await print(call, footer(call, name, startedMs));
  }
  return 0;
}

function footer(call: CommandCall, name: string, startedMs: number): string {
  const { uptimeMs, wallClockMs } = call.phone.state();
  const seconds = ((uptimeMs - startedMs) / 1000).toFixed(3);
  return `--------- ${seconds}s was the duration of dumpsys ${name}, ending at: ${formatTime(wallClockMs).slice(0, 19)}`;
}

async function dumpOne(call: CommandCall, name: string, args: readonly string[], timeoutMs: number): Promise<void> {
  const service = serviceNamed(call.phone, name);
  if (!service) {
    await call.stderr.write(`Can't find service: ${name}\n`);
    return;
  }
  const outcome = await printDump(call, service, args, timeoutMs);
  if (outcome === "done") return;
  await print(
    call,
    "",
    `*** SERVICE '${name}' DUMP TIMEOUT${timeoutText(call.phone.build.apiLevel, timeoutMs)} EXPIRED ***`,
    "",
  );
}

function timeoutText(api: number, timeoutMs: number): string {
  if (api <= 25) return "";
  return api <= 27 ? ` (${Math.round(timeoutMs / 1000)}s)` : ` (${timeoutMs}ms)`;
}

const HELP = [
  "usage: dumpsys",
  "         To dump all services.",
  "or:",
  "       dumpsys [-t TIMEOUT] [--help | -l | --skip SERVICES | SERVICE [ARGS]]",
  "         --help: shows this help",
  "         -l: only list services, do not dump them",
  "         -t TIMEOUT_SEC: TIMEOUT to use in seconds instead of default 10 seconds",
  "         -T TIMEOUT_MS: TIMEOUT to use in milliseconds instead of default 10 seconds",
  "         --skip SERVICES: dumps all services but SERVICES (comma-separated list)",
  "         SERVICE [ARGS]: dumps only service SERVICE, optionally passing ARGS to it",
];

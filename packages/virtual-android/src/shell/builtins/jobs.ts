import { findSignal, SIGNAL_NUMBERS, type SignalName } from "../../linux/signals.js";
import { sendSignal } from "../../system/send-signal.js";
import type { Builtin, BuiltinCall } from "../shell.js";

/** Builtins for other processes and signals. */
export const jobBuiltins: readonly Builtin[] = [
  { name: "wait", run: wait },
  { name: "kill", run: kill },
  { name: "jobs", run: listJobs },
  { name: "trap", isSpecial: true, run: trap },
];

async function wait({ shell, argv }: BuiltinCall): Promise<number> {
  const pids = argv.slice(1).map((word) => Number(word.replace(/^%/, "")));
  if (pids.length === 0) {
    for (const child of shell.jobs.values()) {
      const signal = await shell.trapOrEnd(child);
      if (signal !== null) return 128 + SIGNAL_NUMBERS[signal];
    }
    shell.jobs.clear();
    return 0;
  }
  let status = 127;
  for (const child of pids.map((pid) => shell.jobs.get(pid))) {
    const signal = child ? await shell.trapOrEnd(child) : null;
    if (signal !== null) return 128 + SIGNAL_NUMBERS[signal];
    if (child) shell.jobs.delete(child.pid);
    status = child ? await shell.waitFor(child) : 127;
  }
  return status;
}

async function kill({ shell, argv, write, fail }: BuiltinCall): Promise<number> {
  const words = argv.slice(1);
  if (words[0] === "-l") return await listSignals(words.slice(1), write, fail);
  const signal = takeSignal(words);
  if (signal === undefined) return await fail(`${words[0]}: unknown option`);
  if (words.length === 0) return await fail("missing argument");
  let status = 0;
  for (const word of words) {
    const problem = sendSignal(shell.system, word, signal);
    if (problem) status = await fail(`${word}: ${problem}`);
  }
  return status;
}

/** Removes `-9`, `-KILL` or `-s KILL` from the words; null means signal 0, undefined an unknown signal. */
function takeSignal(words: string[]): SignalName | null | undefined {
  if (!words[0]?.startsWith("-")) return "TERM";
  const option = words.shift() ?? "";
  if (option === "--") return "TERM";
  const name = option === "-s" ? (words.shift() ?? "") : option.slice(1);
  const signal = name === "0" ? null : findSignal(name);
  if (signal === undefined) words.unshift(option);
  return signal;
}

async function listSignals(
  words: readonly string[],
  write: BuiltinCall["write"],
  fail: BuiltinCall["fail"],
): Promise<number> {
  if (words.length === 0) {
    const rows = Object.entries(SIGNAL_NUMBERS).map(([name, number]) => `${String(number).padStart(2)} ${name}\n`);
    await write(rows.join(""));
    return 0;
  }
  for (const word of words) {
    const signal = /^\d+$/.test(word) ? findSignal(String(Number(word) % 128)) : undefined;
    if (!signal) return await fail(`bad number: ${word}`);
    await write(`${signal}\n`);
  }
  return 0;
}

async function listJobs({ shell, write }: BuiltinCall): Promise<number> {
  for (const [index, child] of [...shell.jobs.values()].entries()) {
    if (!child.exitStatus) await write(`[${index + 1}] + Running              ${child.argv.join(" ")} \n`);
  }
  return 0;
}

async function trap({ shell, argv, write, fail }: BuiltinCall): Promise<number> {
  const words = argv[1] === "--" ? argv.slice(2) : argv.slice(1);
  if (words.length === 0) {
    for (const [name, action] of shell.traps) await write(`trap -- '${action.replaceAll("'", "'\\''")}' ${name}\n`);
    return 0;
  }
  const [action = "", ...names] = words;
  for (const name of names) {
    const signal = name === "0" || name === "EXIT" ? "EXIT" : findSignal(name);
    if (!signal) return await fail(`bad signal '${name}'`);
    setTrap(shell, signal, action);
  }
  return 0;
}

function setTrap(shell: BuiltinCall["shell"], signal: SignalName | "EXIT", action: string): void {
  const { ignoredSignals } = shell.process;
  if (action === "-") shell.traps.delete(signal);
  else shell.traps.set(signal, action);
  if (signal === "EXIT") return;
  if (action === "") ignoredSignals.add(signal);
  else ignoredSignals.delete(signal);
}

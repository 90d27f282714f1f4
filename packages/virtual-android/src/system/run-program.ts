import type { ProgramCost } from "../costs.js";
import type { Fault } from "../fault-script.js";
import { seededRandom } from "../random.js";
import { commandCall, outputOf } from "./command-call.js";
import { type FaultSurroundings, faultyWrite, writeFlood } from "./faulty-write.js";
import { OpenFile } from "./open-file.js";
import type { Process } from "./process.js";
import type { Program, System } from "./system.js";

/** How long `dumpsys` waits for a service without -t or -T (frameworks/native cmds/dumpsys). */
const DUMPSYS_TIMEOUT_MS = 10_000;

/**
 * Runs a program in a process, with the process's arguments: first waits for its cost, then applies its fault, if there
 * is one, then runs the program itself.
 */
export async function runProgram(system: System, process: Process, program: Program): Promise<number> {
  if (program.kind === "script") return await runScript(system, process, program);
  const { argv } = process;
  const { command } = program;
  const cost = system.costs.ofProgram(argv, command.isScript ?? false);
  const fault = system.parts.faults.faultFor("command", argv.join(" "));
  const run = async () => {
    await spend(system, process, cost);
    return await command.run(commandCall(system, process, argv));
  };
  return fault ? await runWithFault(fault, { system, process, run }) : await run();
}

type Script = Extract<Program, { kind: "script" }>;

async function runScript(system: System, process: Process, { interpreter, path }: Script): Promise<number> {
  process.argv = [...interpreter, path, ...process.argv.slice(1)];
  return await runProgram(system, process, system.find(process, interpreter[0] ?? ""));
}

/** A program with a fault. */
interface FaultyProgram {
  readonly system: System;
  readonly process: Process;
  run(): Promise<number>;
}

async function spend(system: System, process: Process, { delayMs, inBinder }: ProgramCost): Promise<void> {
  if (delayMs === 0) return;
  const wait = () => system.parts.clock.sleep(delayMs, process.signal);
  await (inBinder ? process.inBinderCall(wait) : wait());
}

async function runWithFault(fault: Fault, struck: FaultyProgram): Promise<number> {
  const { system, process, run } = struck;
  const { clock, transport } = system.parts;
  const sleep = (ms: number) => clock.sleep(ms, process.signal);
  switch (fault.kind) {
    case "hang":
      return await hang(fault, struck);
    case "fail":
      await outputOf(process, 2).write(fault.stderr);
      return fault.status;
    case "prefix":
      if (fault.base64) await outputOf(process, 1).write(Buffer.from(fault.base64, "base64"));
      if (fault.stdout) await outputOf(process, 1).write(fault.stdout);
      if (fault.stderr) await outputOf(process, 2).write(fault.stderr);
      return await run();
    case "flood":
      await writeFlood(fault.bytes, (bytes) => outputOf(process, 1).write(bytes));
      return 0;
    case "delay":
      await sleep(fault.ms);
      return await run();
    case "kill":
      return await killedAfter(fault.afterMs, struck);
    case "offline":
      transport.goOffline(fault.forMs);
      return await run();
    case "reboot":
      transport.reboot("");
      return await forever(process.signal);
    default:
      spoilOutput(system, process, fault);
      return await run();
  }
}

async function killedAfter(afterMs: number, { system, process, run }: FaultyProgram): Promise<number> {
  const ended = new AbortController();
  system.parts.clock.sleep(afterMs, AbortSignal.any([process.signal, ended.signal])).then(
    () => process.deliver("KILL"),
    () => {}, // it ended before the fault
  );
  try {
    return await run();
  } finally {
    ended.abort();
  }
}

/** Puts the fault between the standard output and the process with its children. */
function spoilOutput(system: System, process: Process, fault: Fault): void {
  const output = process.descriptors.get(1)?.dup();
  if (!output) return;
  const { clock, transport, seed } = system.parts;
  const around: FaultSurroundings = {
    random: seededRandom(seed, process.argv.join(" ")),
    sleep: (ms) => clock.sleep(ms, process.signal),
    disconnect: () => transport.disconnect(),
    cut: () => {},
  };
  const write = faultyWrite(fault, (bytes) => output.write(bytes, process.signal), around);
  if (fault.kind === "disconnect" && !fault.afterBytes) transport.disconnect();
  process.descriptors.set(1, new OpenFile({ write, close: () => output.close() }));
}

type Hang = Extract<Fault, { kind: "hang" }>;

async function hang(fault: Hang, { system, process, run }: FaultyProgram): Promise<number> {
  const sleep = (ms: number) => system.parts.clock.sleep(ms, process.signal);
  const wait = () => (fault.forMs === undefined ? forever(process.signal) : sleep(fault.forMs));
  if (!fault.inBinder) await wait();
  else if (isDumpsys(process)) return await dumpsysTimeout(process, sleep);
  else await process.inBinderCall(wait);
  return await run();
}

function isDumpsys(process: Process): boolean {
  return (process.argv[0] ?? "").split("/").pop() === "dumpsys";
}

/** Prints what the real dumpsys prints for a service that does not answer. */
async function dumpsysTimeout(process: Process, sleep: (ms: number) => Promise<void>): Promise<number> {
  const { service, limitMs } = parseDumpsys(process.argv.slice(1));
  await process.inBinderCall(() => sleep(limitMs));
  await outputOf(process, 1).write(`\n*** SERVICE '${service}' DUMP TIMEOUT (${limitMs}ms) EXPIRED ***\n\n`);
  return 0;
}

function parseDumpsys(words: readonly string[]): { readonly service: string; readonly limitMs: number } {
  let limitMs = DUMPSYS_TIMEOUT_MS;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-")) return { service: word, limitMs };
    if (word !== "-t" && word !== "-T") continue;
    at += 1;
    limitMs = Number(words[at]) * (word === "-t" ? 1000 : 1);
  }
  return { service: "", limitMs };
}

function forever(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { Sandbox, type ScriptCall, type ScriptLimits } from "./sandbox.js";

/** What the thread is started with; requests are done by the program, while the thread waits for `answered`. */
export interface ScriptThreadData {
  readonly limits: ScriptLimits;
  readonly answered: SharedArrayBuffer;
  readonly answers: MessagePort;
}

/** How long a request may take before the script goes on without it, in ms. */
const REQUEST_MS = 60_000;

const port = parentPort;
if (!port) throw new Error("this runs as a thread");
const { limits, answered, answers }: ScriptThreadData = workerData;
const flag = new Int32Array(answered);

const sandbox = Sandbox.open({
  limits,
  log: (line) => port.postMessage({ log: line }),
  request: (given) => {
    Atomics.store(flag, 0, 0);
    port.postMessage({ request: given });
    Atomics.wait(flag, 0, 0, REQUEST_MS);
    const answer: unknown = receiveMessageOnPort(answers)?.message;
    return typeof answer === "string" ? answer : JSON.stringify({ failed: "no answer came in time" });
  },
});

/** Scripts one after another, each with one answer. */
port.on("message", async (call: ScriptCall) => {
  port.postMessage({ end: (await sandbox).run(call) });
});

import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { Sandbox, type ScriptCall, type ScriptLimits } from "./sandbox.js";

/** The start values of the thread. The main program sends the requests, while the thread waits for `answered`. */
export interface ScriptThreadData {
  readonly limits: ScriptLimits;
  readonly answered: SharedArrayBuffer;
  readonly answers: MessagePort;
}

/** How long a script waits for a request, in ms; then it continues with an error. */
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

/** Scripts run one after another; each gets one answer. */
port.on("message", async (call: ScriptCall) => {
  port.postMessage({ end: (await sandbox).run(call) });
});

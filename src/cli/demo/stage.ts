import type { Client } from "@modelcontextprotocol/client";
import * as z from "zod";
import type { VirtualPhone } from "../../../packages/virtual-android/src/internal.js";
import { FoveaError } from "../../base/errors.js";
import { type Observation, observationSchema } from "../../screen/observation.js";

const contentSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});
const resourceSchema = z.object({ contents: z.array(z.looseObject({ text: z.string() })).min(1) });

export interface StageOptions {
  readonly client: Client;
  /** The device of every call. */
  readonly serial: string;
  /** Null on the user's own phone. */
  readonly phone: VirtualPhone | null;
  /** The folder where the server saves screenshots, and the demo its images. */
  readonly outputDir: string;
  readonly print: (line: string) => void;
  /** Ends the demo. */
  readonly signal: AbortSignal;
}

type CallArguments = Readonly<Record<string, unknown>>;

/** How a call ended, and after what time. */
export interface CallTime {
  readonly tool: string;
  readonly came: "done" | "refused";
  readonly ms: number;
}

/** Runs the scenes: an MCP client that is connected to a running server. */
export class Stage {
  readonly phone: VirtualPhone | null;
  readonly serial: string;
  readonly outputDir: string;
  readonly #client: Client;
  readonly #print: (line: string) => void;
  readonly #calls: CallTime[] = [];
  readonly #signal: AbortSignal;

  constructor(options: StageOptions) {
    this.phone = options.phone;
    this.serial = options.serial;
    this.outputDir = options.outputDir;
    this.#client = options.client;
    this.#print = options.print;
    this.#signal = options.signal;
  }

  /** Prints a line for the user. */
  report(line: string): void {
    this.#print(line);
  }

  /**
   * Calls a tool as an agent does, prints call and answer, and gives the answer's text. Errors: INTERNAL if the call
   * does not end as expected, which ends the demo.
   */
  async call(tool: string, args: CallArguments = {}, expected: "done" | "refused" = "done"): Promise<string> {
    this.#print(`\n> ${tool} ${JSON.stringify(args)}`);
    const startedAt = performance.now();
    const named = tool === "list_devices" ? args : { device: this.serial, ...args };
    const result = contentSchema.parse(await this.#callTool(tool, named));
    const text = result.content.map((part) => part.text ?? `(${part.type})`).join("\n");
    this.#print(indented(text));
    const took = Math.round(performance.now() - startedAt);
    const came = result.isError ? "refused" : "done";
    this.#calls.push({ tool, came, ms: took });
    this.#print(`  (${came} in ${took} ms)`);
    if (came === expected) return text;
    throw new FoveaError("INTERNAL", `${tool} should have been ${expected}, and was ${came}`, {
      hint: "Read the answer above; `fovea doctor` checks the usual causes.",
    });
  }

  /** The durations of all calls so far, in order. */
  get calls(): readonly CallTime[] {
    return this.#calls;
  }

  async #callTool(name: string, args: CallArguments): Promise<unknown> {
    return await this.#client.callTool({ name, arguments: { ...args } }, { signal: this.#signal });
  }

  /** The server's last observation, from its resource. */
  async lastObservation(): Promise<Observation> {
    const uri = `fovea://devices/${encodeURIComponent(this.serial)}/observation`;
    const { contents } = resourceSchema.parse(await this.#client.readResource({ uri }, { signal: this.#signal }));
    return observationSchema.parse(JSON.parse(contents[0]?.text ?? ""));
  }
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

import type { Client } from "@modelcontextprotocol/client";
import * as z from "zod";
import { type Observation, observationSchema } from "../../screen/observation.js";
import type { VirtualPhone } from "../../virtual-device/virtual-phone.js";

const contentSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});
const resourceSchema = z.object({ contents: z.array(z.looseObject({ text: z.string() })).min(1) });

export interface StageOptions {
  readonly client: Client;
  /** The device that every call names. */
  readonly serial: string;
  /** Null where a phone of the user's is looked at. */
  readonly phone: VirtualPhone | null;
  /** Where the server saves screenshots, and the demo its pictures. */
  readonly outputDir: string;
  readonly print: (line: string) => void;
}

/** What a scene plays on: an MCP client that is connected to a running server. */
export class Stage {
  readonly phone: VirtualPhone | null;
  readonly serial: string;
  readonly outputDir: string;
  readonly #client: Client;
  readonly #print: (line: string) => void;

  constructor(options: StageOptions) {
    this.phone = options.phone;
    this.serial = options.serial;
    this.outputDir = options.outputDir;
    this.#client = options.client;
    this.#print = options.print;
  }

  /** A line for the audience. */
  tell(line: string): void {
    this.#print(line);
  }

  /** Calls a tool as an agent does, shows call and answer, and gives the answer's text. */
  async call(tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    this.#print(`\n> ${tool} ${JSON.stringify(args)}`);
    const startedAt = performance.now();
    const named = tool === "list_devices" ? args : { device: this.serial, ...args };
    const result = contentSchema.parse(await this.#client.callTool({ name: tool, arguments: named }));
    const text = result.content.map((part) => part.text ?? `(${part.type})`).join("\n");
    this.#print(indented(text));
    const took = Math.round(performance.now() - startedAt);
    this.#print(`  (${result.isError ? "refused" : "done"} in ${took} ms)`);
    return text;
  }

  /** Everything that the server saw last, from its resource. */
  async lastObservation(): Promise<Observation> {
    const uri = `fovea://devices/${encodeURIComponent(this.serial)}/observation`;
    const { contents } = resourceSchema.parse(await this.#client.readResource({ uri }));
    return observationSchema.parse(JSON.parse(contents[0]?.text ?? ""));
  }
}

function indented(text: string): string {
  return text.replace(/^/gm, "  ");
}

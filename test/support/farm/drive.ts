import type { McpLink, Reply } from "../mcp-link.js";
import { crossTalkIn, phoneName } from "./farm-app.js";

/** A phone of the farm, and its serial for calls. */
export interface FarmPhone {
  readonly phone: number;
  readonly serial: string;
}

/** The order in which a client uses the phones. */
export interface Route {
  readonly mcp: McpLink;
  readonly phones: readonly FarmPhone[];
  /** The first phone. */
  readonly first: number;
}

/** The results of all clients together. */
export class Findings {
  /** The times of calls in ms, by kind of call. */
  readonly times = new Map<string, number[]>();
  /** Answers that report another phone, or that should have been refused. */
  readonly wrong: string[] = [];
  /** The messages of failed calls. */
  readonly failed: string[] = [];
  /** The number of taps by phone whose answer is a success. */
  readonly taps = new Map<number, number>();
  /** The number of taps by phone that may or may not have happened. */
  readonly unsure = new Map<number, number>();

  get calls(): number {
    return [...this.times.values()].reduce((sum, times) => sum + times.length, 0);
  }
}

/** Every fifth round takes a picture, and every seventh uses a ref of another phone. */
const PICTURE_EVERY = 5;
const FOREIGN_EVERY = 7;

/** Observes and taps one phone after another while `mayGoOn` gives true. */
export async function drive({ mcp, phones, first }: Route, found: Findings, mayGoOn: () => boolean): Promise<void> {
  let foreign: { readonly ref: string; readonly phone: number } | null = null;
  for (let round = 0; mayGoOn(); round += 1) {
    const at = phones[(first + round) % phones.length];
    if (!at) return;
    const client = new Client(mcp, at, found);
    const seen = await client.look(round % PICTURE_EVERY === 0);
    const ref = /(e\d+) button "Count on /.exec(seen.text)?.[1];
    if (ref === undefined) continue;
    if (foreign !== null && foreign.phone !== at.phone && round % FOREIGN_EVERY === 0)
      await client.tapForeign(foreign.ref);
    foreign = { ref, phone: at.phone };
    await client.tap(ref);
  }
}

class Client {
  readonly #mcp: McpLink;
  readonly #at: FarmPhone;
  readonly #found: Findings;

  constructor(mcp: McpLink, at: FarmPhone, found: Findings) {
    this.#mcp = mcp;
    this.#at = at;
    this.#found = found;
  }

  async look(image: boolean): Promise<Reply> {
    const reply = await this.#timed(image ? "observe with image" : "observe", "observe", {
      full: true,
      ...(image ? { image } : {}),
    });
    this.#check(reply);
    if (image && !reply.isError && reply.image === null) this.#noteMissing(reply.text);
    return reply;
  }

  /** Checks that the header says why a picture is missing. */
  #noteMissing(text: string): void {
    const why = /^! .*/m.exec(text)?.[0];
    if (why === undefined) this.#found.wrong.push("a picture is missing, and nothing says why");
    else this.#found.failed.push(`no picture: ${why}`);
  }

  async tap(target: string): Promise<void> {
    const { phone } = this.#at;
    const reply = await this.#timed("tap", "tap", { target });
    this.#check(reply);
    const of = reply.isError ? this.#found.unsure : this.#found.taps;
    of.set(phone, (of.get(phone) ?? 0) + 1);
  }

  /** Taps the ref of another phone's button, which has to be refused here. */
  async tapForeign(target: string): Promise<void> {
    const { text, isError } = await this.#timed("refused tap", "tap", { target });
    const words = `a ref of another phone, tapped on ${phoneName(this.#at.phone)}: ${text.slice(0, 200)}`;
    if (!isError) this.#found.wrong.push(words);
    else if (!text.startsWith("REF_")) this.#found.failed.push(words);
  }

  async #timed(kind: string, tool: string, args: Readonly<Record<string, unknown>>): Promise<Reply> {
    const startedAt = performance.now();
    const reply = await this.#mcp.call(tool, { device: this.#at.serial, ...args });
    const times = this.#found.times.get(kind) ?? [];
    times.push(performance.now() - startedAt);
    this.#found.times.set(kind, times);
    return reply;
  }

  #check({ text, isError }: Reply): void {
    if (isError) this.#found.failed.push(text.slice(0, 300));
    const wrong = isError ? null : crossTalkIn(text, this.#at.phone);
    if (wrong !== null) this.#found.wrong.push(wrong);
  }
}

import type { McpLink, Reply } from "../mcp-link.js";
import { crossTalkIn, phoneName } from "./farm-app.js";

/** A phone of the farm, and how it is named in calls. */
export interface FarmPhone {
  readonly phone: number;
  readonly serial: string;
}

/** One client's way through the phones. */
export interface Route {
  readonly mcp: McpLink;
  readonly phones: readonly FarmPhone[];
  /** The phone to begin with. */
  readonly first: number;
}

/** What the clients saw, all of them together. */
export class Findings {
  /** By the kind of call, in ms. */
  readonly times = new Map<string, number[]>();
  /** Answers that report another phone, or that should have been refused. */
  readonly wrong: string[] = [];
  /** Calls that failed, in their own words. */
  readonly failed: string[] = [];
  /** Taps by phone that were answered as done. */
  readonly taps = new Map<number, number>();
  /** Taps by phone that may or may not have come to the phone. */
  readonly unsure = new Map<number, number>();

  get calls(): number {
    return [...this.times.values()].reduce((sum, times) => sum + times.length, 0);
  }
}

/** Every so many rounds one with a picture, and one with a ref of another phone. */
const PICTURE_EVERY = 5;
const FOREIGN_EVERY = 7;

/** Observes and taps one phone after another until it is asked to stop. */
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

  /** A picture that could not be taken is reported in the header. */
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

  /** What another phone calls its button has to be refused here. */
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

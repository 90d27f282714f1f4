/** Repeatable random numbers (mulberry32): the same seed always gives the same phone. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A random integer from 0 to `end` - 1. */
  below(end: number): number {
    return Math.floor((this.#next() / 4294967296) * end);
  }

  /** An identity hash in the form of the dumps: up to 28 bits in lower-case hex. */
  hash(): string {
    return (this.#next() & 0xfffffff).toString(16).padStart(6, "1");
  }

  /** A random UUID, version 4. */
  uuid(): string {
    const hex = Array.from({ length: 4 }, () => this.#next().toString(16).padStart(8, "0")).join("");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }
}

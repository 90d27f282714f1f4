/** One kind of work on inputs that can be made of any size. */
export interface Work {
  /** What works, and on what: `parseWindow: "mAttrs="`. */
  readonly name: string;
  /** The size that the measuring begins with. */
  readonly from: number;
  /** The largest that it may be given. */
  readonly most: number;
  /** It is one of the few that are measured in a hurry. */
  readonly isFirst?: boolean;
  /** Prepares an input, and gives what is to be measured on it. */
  prepare(size: number): () => unknown;
}

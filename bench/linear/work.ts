/** One kind of work on inputs that can be made of any size. */
export interface Work {
  /** The function and its input: `parseWindow: "mAttrs="`. */
  readonly name: string;
  /** The smallest size that is measured. */
  readonly from: number;
  /** The largest allowed size. */
  readonly most: number;
  /** Whether it is one of the few works of a quick run. */
  readonly isFirst?: boolean;
  /** Prepares an input of this size, and gives the function to measure. */
  prepare(size: number): () => unknown;
}

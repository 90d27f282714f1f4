/** The largest allowed cost of the whole list of tools, in tokens, for any number of tools. */
const MOST = 3_000;
/** The largest allowed average cost of a tool, in tokens, which leaves budget for later tools. */
export const MOST_TOKENS_EACH = 150;

/** The budget of a list of this many tools, in tokens. */
export function mostListTokens(tools: number): number {
  return Math.min(MOST, MOST_TOKENS_EACH * tools);
}

export const MOST_SLIM_TOKENS = 300;

/** What the whole list of tools may cost a model, however many there are. */
const MOST = 3_000;
/** What a tool may cost on average, so that there is room for later ones. */
export const MOST_TOKENS_EACH = 150;

/** The budget of a list of so many tools, in tokens. */
export function mostListTokens(tools: number): number {
  return Math.min(MOST, MOST_TOKENS_EACH * tools);
}

export const MOST_SLIM_TOKENS = 300;

/**
 * The sine of `turn` full turns (0.25 is a right angle). A series of exact operations gives the same result on every
 * machine.
 */
export function sinTurn(turn: number): number {
  const wrapped = turn - Math.floor(turn);
  const isLowerHalf = wrapped >= 0.5;
  const half = isLowerHalf ? wrapped - 0.5 : wrapped;
  const x = (half > 0.25 ? 0.5 - half : half) * 6.283185307179586;
  const square = x * x;
  const value = x * (1 - (square / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72))));
  return isLowerHalf ? -value : value;
}

/** The cosine of `turn` full turns. */
export function cosTurn(turn: number): number {
  return sinTurn(turn + 0.25);
}

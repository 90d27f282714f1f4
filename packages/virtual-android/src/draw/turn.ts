/** Sine of a part of a whole turn (0.25 is a right angle), by a series of exact operations: equal on every machine. */
export function sinTurn(turn: number): number {
  const wrapped = turn - Math.floor(turn);
  const isLowerHalf = wrapped >= 0.5;
  const half = isLowerHalf ? wrapped - 0.5 : wrapped;
  const x = (half > 0.25 ? 0.5 - half : half) * 6.283185307179586;
  const square = x * x;
  const value = x * (1 - (square / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72))));
  return isLowerHalf ? -value : value;
}

/** Cosine of a part of a whole turn. */
export function cosTurn(turn: number): number {
  return sinTurn(turn + 0.25);
}

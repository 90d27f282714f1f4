import type { Work } from "./work.js";

/** Deliberately bad works: the bench has to find them. */
export const PLANTED = { quadratic: "planted: quadratic", memory: "planted: memory" } as const;

export function plantedWorks(): readonly Work[] {
  return [
    {
      name: PLANTED.quadratic,
      from: 1024,
      most: 1024 * 1024,
      prepare: (size) => () => linesBefore("a\n".repeat(size)),
    },
    { name: PLANTED.memory, from: 1024, most: 1024, prepare: () => () => Array.from({ length: 2 ** 26 }, () => ({})) },
  ];
}

/** Counts the lines before each line, from the start each time: quadratic. */
function linesBefore(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    for (let before = text.lastIndexOf("\n", at); before > 0; before = text.lastIndexOf("\n", before - 1)) lines += 1;
  }
  return lines;
}

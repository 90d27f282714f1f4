import { TYPE_BITS, TYPE_MASK } from "../files/node.js";

const LETTERS: readonly (readonly [number, string])[] = [
  [TYPE_BITS.folder, "d"],
  [TYPE_BITS.link, "l"],
  [TYPE_BITS.device, "c"],
];

/** `drwxr-x--x` for a mode with its type bits. */
export function permissionText(mode: number): string {
  const type = LETTERS.find(([bits]) => (mode & TYPE_MASK) === bits)?.[1] ?? "-";
  const bits = [..."rwxrwxrwx"].map((letter, index) => ((mode & (0o400 >> index)) === 0 ? "-" : letter));
  return type + bits.join("");
}

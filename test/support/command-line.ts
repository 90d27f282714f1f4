import { runCommandLine } from "../../src/cli/run-command-line.js";
import { capture } from "./capture-terminal.js";
import { never } from "./never.js";
import type { Product } from "./product.js";
import { productFlags } from "./serve-process.js";

/** What a command printed, and its exit code. */
export interface CommandRun {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

/** A command of Fovea on the product's phone, run in this process: nobody waits for a process to start. */
export async function commandOn(product: Product, ...words: readonly string[]): Promise<CommandRun> {
  const { terminal, said, complained } = capture();
  const code = await runCommandLine({ words: [...words, ...productFlags(product)], terminal }, never());
  return { code, said: said(), complained: complained() };
}

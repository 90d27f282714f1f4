import { createHash } from "node:crypto";
import type { SystemCommand } from "../system/system.js";
import { defineTool } from "./tool.js";

/** A program that prints checksums of files. */
export function checksum(name: string, algorithm: string): SystemCommand {
  return defineTool({
    name,
    flags: "b",
    async run(tool) {
      for await (const input of tool.inputs()) {
        const digest = await tool.attempt(() => digestOf(input.chunks(), algorithm));
        if (digest) await tool.write(tool.has("b") ? `${digest}\n` : `${digest}  ${input.name}\n`);
      }
      return undefined;
    },
  });
}

async function digestOf(chunks: AsyncIterable<Uint8Array>, algorithm: string): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}

import { gunzipSync, gzipSync } from "node:zlib";
import type { SystemCommand } from "../system/system.js";
import { bytesOf } from "./lines.js";
import { defineTool, type Tool } from "./tool.js";

/** The default behaviour of the program under one of its names. */
interface GzipDefaults {
  readonly decompresses: boolean;
  readonly toStdout: boolean;
}

/** gzip under one of its names. */
export function gzipTool(name: string, defaults: GzipDefaults): SystemCommand {
  return defineTool({
    name,
    flags: "cdfk123456789",
    async run(tool) {
      const decompresses = defaults.decompresses || tool.has("d");
      for await (const input of tool.inputs()) {
        const bytes = await tool.attempt(() => bytesOf(input.chunks()));
        const result = bytes && (decompresses ? await unzip(tool, bytes, input.name) : zip(tool, bytes));
        if (!result) continue;
        if (defaults.toStdout || tool.has("c") || input.name === "-") await tool.write(result);
        else await tool.attempt(() => replaceFile(tool, input.name, { bytes: result, decompresses }));
      }
      return undefined;
    },
  });
}

interface Packed {
  readonly level: number;
  readonly bytes: Buffer;
  readonly result: Buffer;
}

/** The last packed input, because screenshots of an unchanged screen are identical. */
let last: Packed | undefined;

function zip(tool: Tool, bytes: Buffer): Buffer {
  const level = levelOf(tool);
  if (last?.level === level && last.bytes.equals(bytes)) return last.result;
  const result = gzipSync(bytes, { level });
  last = { level, bytes, result };
  return result;
}

async function unzip(tool: Tool, bytes: Buffer, name: string): Promise<Buffer | undefined> {
  try {
    return gunzipSync(bytes);
  } catch {
    await tool.complain(`${name}: not gzip`); // gzip(1) prints only this for any error of zlib
    return undefined;
  }
}

function levelOf(tool: Tool): number {
  const level = [1, 2, 3, 4, 5, 6, 7, 8, 9].findLast((digit) => tool.has(String(digit)));
  return level ?? 6;
}

interface Converted {
  readonly bytes: Buffer;
  readonly decompresses: boolean;
}

function replaceFile(tool: Tool, path: string, { bytes, decompresses }: Converted): void {
  tool.files.write(decompresses ? path.replace(/\.gz$/, "") : `${path}.gz`, bytes);
  if (!tool.has("k")) tool.files.remove(path);
}

import assert from "node:assert/strict";
import type { ErrorCode } from "../../src/base/errors.js";
import { type CallOptions, connectMcp, type Era, type McpLink } from "./mcp-link.js";
import { type Product, type ProductOptions, startProduct } from "./product.js";

/** A small screen, which is drawn fast, on a phone whose time runs fast. */
export const SMALL = { size: { width: 540, height: 1200 }, density: 210, speed: 40 } as const;

type Args = Readonly<Record<string, unknown>>;

/** A virtual phone with Fovea's server and an MCP client. */
export interface Driven extends AsyncDisposable {
  readonly product: Product;
  readonly phone: Product["phone"];
  readonly mcp: McpLink;
  /** The text of a successful call; the test fails if the call fails. */
  did(tool: string, args?: Args, options?: CallOptions): Promise<string>;
  /** The text of a call that is refused with this code: the cause in the first line, the next step in the second. */
  refused(code: ErrorCode, tool: string, args?: Args): Promise<string>;
}

export async function drive(options: ProductOptions & { readonly era?: Era } = {}): Promise<Driven> {
  const { era = "modern", ...rest } = options;
  const product = await startProduct({ ...SMALL, ...rest });
  const mcp = await connectMcp(product, era);
  return {
    product,
    phone: product.phone,
    mcp,
    did: async (tool, args = {}, call = {}) => {
      const { text, isError } = await mcp.call(tool, args, call);
      assert.equal(isError, false, `${tool} ${JSON.stringify(args)}: ${text}`);
      return text;
    },
    refused: async (code, tool, args = {}) => {
      const { text, isError } = await mcp.call(tool, args);
      assert.ok(isError, `${tool} ${JSON.stringify(args)} was not refused: ${text}`);
      assert.match(text, new RegExp(`^${code}: .+\\nNext: .+`));
      return text;
    },
    [Symbol.asyncDispose]: async () => {
      await mcp[Symbol.asyncDispose]();
      await product[Symbol.asyncDispose]();
    },
  };
}

/** The ref in the line that matches, in an outline or a diff. */
export function refIn(text: string, line: RegExp): string {
  const found = text.split("\n").find((one) => line.test(one));
  const ref = /\be\d+\b/.exec(found ?? "")?.[0];
  assert.ok(ref, `no line ${line} in:\n${text}`);
  return ref;
}

/** The hints of a tool in the list of tools: read-only, destructive, idempotent. */
export async function hintsOf({ mcp }: Driven, name: string): Promise<readonly (boolean | undefined)[]> {
  const { tools } = await mcp.client.listTools();
  const hints = tools.find((tool) => tool.name === name)?.annotations;
  return [hints?.readOnlyHint, hints?.destructiveHint, hints?.idempotentHint, hints?.openWorldHint];
}

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import * as z from "zod";
import { AgentError, failureOf } from "../agent-error.js";

const resultSchema = z.looseObject({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});

/** Sends the task to the one search tool of the MCP server that the user named. Errors: GUIDE_FAILED. */
export async function askMcp(command: readonly string[], task: string, signal: AbortSignal): Promise<string> {
  const [program, ...args] = command;
  if (program === undefined) throw new AgentError("GUIDE_FAILED", "the guide names no program");
  const client = new Client({ name: "fovea-agent", version: "0.1.0" });
  try {
    await client.connect(new StdioClientTransport({ command: program, args, stderr: "ignore" }), { signal });
    const { tools } = await client.listTools(undefined, { signal });
    const tool = searchTool(tools);
    const answer = await client.callTool({ name: tool.name, arguments: { [tool.argument]: task } }, { signal });
    const { content, isError } = resultSchema.parse(answer);
    const text = content.flatMap((part) => part.text ?? []).join("\n");
    if (isError === true)
      throw new AgentError("GUIDE_FAILED", `${tool.name} of ${program} failed: ${text.slice(0, 300)}`);
    return text;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentError) throw error;
    throw new AgentError("GUIDE_FAILED", `${program} could not be asked: ${failureOf(error).message}`, {
      cause: error,
    });
  } finally {
    await client.close().catch(() => {});
  }
}

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: unknown; readonly required?: unknown };
}

/** The tool with "search" in its name, or else the only tool; and the name of the one text argument that it needs. */
function searchTool(tools: readonly Tool[]): { readonly name: string; readonly argument: string } {
  const named = tools.filter(({ name }) => /search/i.test(name));
  const [tool, other] = named.length > 0 ? named : tools;
  const names = tools.map(({ name }) => name).join(", ") || "none";
  if (tool === undefined || (named.length === 0 && other !== undefined))
    throw new AgentError("GUIDE_FAILED", `the guide's server has no tool for searching; its tools: ${names}`);
  const properties = z.record(z.string(), z.unknown()).catch({}).parse(tool.inputSchema.properties);
  const required = z.array(z.string()).catch([]).parse(tool.inputSchema.required);
  const argument = ["query", "q", "text", ...required].find((name) => Object.hasOwn(properties, name));
  if (argument === undefined || required.some((name) => name !== argument))
    throw new AgentError("GUIDE_FAILED", `the tool ${tool.name} does not take a text to search for alone`);
  return { name: tool.name, argument };
}

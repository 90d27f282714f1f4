import type { ElicitRequestFormParams, McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { DESCRIBED } from "./described.js";

const none = z.object({});

function says(text: string) {
  return { content: [{ type: "text" as const, text }] };
}

/**
 * The tools of the suite that say how far they are, and those that ask the client by a request, as up to 2025-11-25.
 */
export function registerAskingTools(server: McpServer, defaultName: string): void {
  registerReporting(server);
  server.registerTool(
    "test_sampling",
    { ...DESCRIBED, inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, context) => {
      const messages = [{ role: "user" as const, content: { type: "text" as const, text: prompt } }];
      const { content } = await context.mcpReq.requestSampling({ messages, maxTokens: 100 });
      return says(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const asked = z.object({ message: z.string() });
  server.registerTool("test_elicitation", { ...DESCRIBED, inputSchema: asked }, async ({ message }, context) => {
    const requestedSchema = {
      type: "object" as const,
      properties: { username: { type: "string" as const }, email: { type: "string" as const } },
      required: ["username", "email"],
    };
    const { action, content } = await context.mcpReq.elicitInput({ message, requestedSchema });
    return says(`User response: action: ${action}, content: ${JSON.stringify(content ?? {})}`);
  });
  registerElicitation(server, "test_elicitation_sep1034_defaults", defaults(defaultName));
  registerElicitation(server, "test_elicitation_sep1330_enums", ENUMS);
}

function registerReporting(server: McpServer): void {
  server.registerTool("test_tool_with_progress", { ...DESCRIBED, inputSchema: none }, async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
    }
    return says("done");
  });
  const withLogs = async (_: unknown, { mcpReq }: ServerContext) => {
    for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.log("info", words);
    }
    return says("done");
  };
  server.registerTool("test_tool_with_logging", { ...DESCRIBED, inputSchema: none }, withLogs);
  server.registerTool("test_logging_tool", { ...DESCRIBED, inputSchema: none }, withLogs);
}

type Properties = ElicitRequestFormParams["requestedSchema"]["properties"];

function registerElicitation(server: McpServer, name: string, properties: Properties): void {
  server.registerTool(name, { ...DESCRIBED, inputSchema: none }, async (_, context) => {
    const requestedSchema = { type: "object" as const, properties };
    const { action, content } = await context.mcpReq.elicitInput({ message: "Please fill in", requestedSchema });
    return says(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
  });
}

const defaults = (name: string): Properties => ({
  name: { type: "string", default: name },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
});

const TITLED = ["First", "Second", "Third"].map((word, place) => ({
  const: `value${place + 1}`,
  title: `${word} Option`,
}));

const ENUMS: Properties = {
  untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
  titledSingle: { type: "string", oneOf: TITLED },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2", "option3"] } },
  titledMulti: { type: "array", items: { anyOf: TITLED } },
};

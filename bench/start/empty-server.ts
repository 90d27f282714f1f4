import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

// A server of the same library that offers one tool and does nothing: less than this no server of it can take.
serveStdio(() => {
  const server = new McpServer({ name: "empty", version: "1" });
  const inputSchema = z.object({ text: z.string() });
  server.registerTool("echo", { description: "Says it again", inputSchema }, async ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
});

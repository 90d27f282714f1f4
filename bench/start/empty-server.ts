import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

// A server of the same library with one tool that does nothing: no server of this library can start faster.
serveStdio(() => {
  const server = new McpServer({ name: "empty", version: "1" });
  const inputSchema = z.object({ text: z.string() });
  server.registerTool("echo", { description: "Says it again", inputSchema }, async ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
});

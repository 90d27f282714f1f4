import { randomBytes } from "node:crypto";
import { createRequestStateCodec, type McpServer } from "@modelcontextprotocol/server";
import { createServer } from "../../src/server/create-server.js";
import type { ServerParts } from "../../src/server/tool-context.js";
import { registerAskingTools } from "./asking-fixtures.js";
import { registerContentTools, registerFixturePrompts, registerFixtureResources } from "./content-fixtures.js";
import { registerInputTools } from "./input-fixtures.js";

/**
 * Makes Fovea's own servers, with what the official conformance suite calls besides; it wants to see a certain name as
 * a default.
 */
export function fixtureServers(parts: ServerParts, defaultName: string): () => McpServer {
  const codec = createRequestStateCodec({ key: randomBytes(32) });
  return () => {
    const server = createServer(parts, { requestState: { verify: codec.verify } });
    server.server.registerCapabilities({ logging: {}, completions: {}, resources: { subscribe: true } });
    for (const method of ["resources/subscribe", "resources/unsubscribe"] as const) {
      server.server.setRequestHandler(method, () => ({}));
    }
    registerContentTools(server);
    registerFixtureResources(server);
    registerFixturePrompts(server);
    registerAskingTools(server, defaultName);
    registerInputTools(server, (state, context) => codec.mint(state, context));
    return server;
  };
}

import { completable, type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import * as z from "zod";
import { DESCRIBED } from "./described.js";

/** A picture of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/** A RIFF header and no sound. */
const WAV = Buffer.from(
  "524946462400000057415645666d74201000000001000100401f0000401f0000010008006461746100000000",
  "hex",
).toString("base64");

const image = { type: "image", data: PNG, mimeType: "image/png" } as const;
const none = z.object({});

function text(words: string) {
  return { type: "text", text: words } as const;
}

/** The tools of the suite that answer with each kind of content. */
export function registerContentTools(server: McpServer): void {
  const tool = (name: string, content: readonly ({ readonly type: string } & Record<string, unknown>)[]) =>
    server.registerTool(name, { ...DESCRIBED, inputSchema: none }, () => JSON.parse(JSON.stringify({ content })));
  const resource = {
    uri: "test://embedded-resource",
    mimeType: "text/plain",
    text: "This is an embedded resource content.",
  };
  const mixed = {
    uri: "test://mixed-content-resource",
    mimeType: "application/json",
    text: '{"test":"data","value":123}',
  };
  tool("test_simple_text", [text("This is a simple text response for testing.")]);
  tool("test_image_content", [image]);
  tool("test_audio_content", [{ type: "audio", data: WAV, mimeType: "audio/wav" }]);
  tool("test_embedded_resource", [{ type: "resource", resource }]);
  tool("test_multiple_content_types", [
    text("Multiple content types test:"),
    image,
    { type: "resource", resource: mixed },
  ]);
  server.registerTool("test_error_handling", { ...DESCRIBED, inputSchema: none }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
}

/** The resources that it reads, and those that it says it watches. */
export function registerFixtureResources(server: McpServer): void {
  const plain = { mimeType: "text/plain" };
  const contents = (uri: URL, rest: Readonly<Record<string, string>>) =>
    JSON.parse(JSON.stringify({ contents: [{ uri: uri.href, ...rest }] }));
  server.registerResource("static-text", "test://static-text", plain, (uri) =>
    contents(uri, { ...plain, text: "This is the content of the static text resource." }),
  );
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, (uri) =>
    contents(uri, { mimeType: "image/png", blob: PNG }),
  );
  server.registerResource("watched", "test://watched-resource", plain, (uri) =>
    contents(uri, { ...plain, text: "watched" }),
  );
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, (uri, { id }) =>
    contents(uri, {
      mimeType: "application/json",
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
    }),
  );
}

/** The prompts that it asks for, and the completion of an argument. */
export function registerFixturePrompts(server: McpServer): void {
  const user = <Content>(content: Content) => ({ role: "user" as const, content });
  server.registerPrompt("test_simple_prompt", DESCRIBED, () => ({
    messages: [user(text("This is a simple prompt for testing."))],
  }));
  const word = completable(z.string(), (begun) => ["paris", "park", "party"].filter((one) => one.startsWith(begun)));
  const argsSchema = z.object({ arg1: word, arg2: z.string() });
  server.registerPrompt("test_prompt_with_arguments", { ...DESCRIBED, argsSchema }, ({ arg1, arg2 }) => ({
    messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  }));
  const withUri = z.object({ resourceUri: z.string() });
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { ...DESCRIBED, argsSchema: withUri },
    ({ resourceUri }) => {
      const resource = { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." };
      return {
        messages: [
          user({ type: "resource" as const, resource }),
          user(text("Please process the embedded resource above.")),
        ],
      };
    },
  );
  server.registerPrompt("test_prompt_with_image", DESCRIBED, () => ({
    messages: [user(image), user(text("Please analyze the image above."))],
  }));
}

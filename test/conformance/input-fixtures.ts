import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequest,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { DESCRIBED } from "./described.js";

const none = z.object({});

function says(text: string) {
  return { content: [{ type: "text" as const, text }] };
}

function ask(message: string, property: string, isYesOrNo = false): InputRequest {
  const properties = { [property]: isYesOrNo ? ({ type: "boolean" } as const) : ({ type: "string" } as const) };
  return inputRequired.elicit({ message, requestedSchema: { type: "object", properties, required: [property] } });
}

function sample(text: string, maxTokens: number): InputRequest {
  return inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text } }], maxTokens });
}

/** Seals what a call has to remember until it is repeated. */
export type Mint = (state: unknown, context: ServerContext) => Promise<string>;

/** The tools and the prompt of the suite that ask by their result, as from 2026-07-28 on. */
export function registerInputTools(server: McpServer, mint: Mint): void {
  registerOneQuestion(server);
  registerStates(server, mint);
  registerCapabilities(server);
  server.registerPrompt("test_input_required_result_prompt", { ...DESCRIBED, argsSchema: none }, (_, { mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, "user_context", z.object({ context: z.string() }));
    if (!given) {
      return inputRequired({
        inputRequests: { user_context: ask("What context should the prompt use?", "context") },
      });
    }
    return { messages: [{ role: "user", content: { type: "text", text: `Use ${given.context}` } }] };
  });
}

function registerOneQuestion(server: McpServer): void {
  const named = async (_: unknown, { mcpReq }: ServerContext) => {
    const given = acceptedContent(mcpReq.inputResponses, "user_name", z.object({ name: z.string() }));
    return given
      ? says(`Hello, ${given.name}!`)
      : inputRequired({ inputRequests: { user_name: ask("What is your name?", "name") } });
  };
  server.registerTool("test_input_required_result_elicitation", { ...DESCRIBED, inputSchema: none }, named);
  server.registerTool("test_streaming_elicitation", { ...DESCRIBED, inputSchema: none }, named);
  server.registerTool(
    "test_input_required_result_sampling",
    { ...DESCRIBED, inputSchema: none },
    async (_, { mcpReq }) => {
      const given = inputResponse(mcpReq.inputResponses, "capital_question");
      return given.kind === "sampling"
        ? says(JSON.stringify(given.result.content))
        : inputRequired({ inputRequests: { capital_question: sample("What is the capital of France?", 100) } });
    },
  );
  server.registerTool(
    "test_input_required_result_list_roots",
    { ...DESCRIBED, inputSchema: none },
    async (_, { mcpReq }) => {
      const given = inputResponse(mcpReq.inputResponses, "client_roots");
      return given.kind === "roots"
        ? says(given.roots.map(({ uri }) => uri).join(" "))
        : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
    },
  );
}

function registerStates(server: McpServer, mint: Mint): void {
  const confirmed = async (_: unknown, context: ServerContext) => {
    const { mcpReq } = context;
    const given = acceptedContent(mcpReq.inputResponses, "confirm", z.object({ ok: z.boolean() }));
    if (given && mcpReq.requestState() !== undefined) return says("state-ok");
    const inputRequests = { confirm: ask("Please confirm", "ok", true) };
    return inputRequired({ inputRequests, requestState: await mint("asked", context) });
  };
  server.registerTool("test_input_required_result_request_state", { ...DESCRIBED, inputSchema: none }, confirmed);
  server.registerTool("test_input_required_result_tampered_state", { ...DESCRIBED, inputSchema: none }, confirmed);
  server.registerTool(
    "test_input_required_result_multiple_inputs",
    { ...DESCRIBED, inputSchema: none },
    async (_, context) => {
      const kinds = ["user_name", "greeting", "client_roots"].map(
        (key) => inputResponse(context.mcpReq.inputResponses, key).kind,
      );
      if (!kinds.includes("missing")) return says("complete");
      const inputRequests = {
        user_name: ask("What is your name?", "name"),
        greeting: sample("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      };
      return inputRequired({ inputRequests, requestState: await mint("asked", context) });
    },
  );
  server.registerTool(
    "test_input_required_result_multi_round",
    { ...DESCRIBED, inputSchema: none },
    async (_, context) => {
      const { mcpReq } = context;
      const state = z.object({ round: z.number() }).safeParse(mcpReq.requestState());
      const round = state.success ? state.data.round : 0;
      if (round === 1 && inputResponse(mcpReq.inputResponses, "step1").kind === "elicit") {
        const step2 = ask("Step 2: What is your favorite color?", "color");
        return inputRequired({ inputRequests: { step2 }, requestState: await mint({ round: 2 }, context) });
      }
      if (round === 2 && inputResponse(mcpReq.inputResponses, "step2").kind === "elicit") return says("complete");
      const step1 = ask("Step 1: What is your name?", "name");
      return inputRequired({ inputRequests: { step1 }, requestState: await mint({ round: 1 }, context) });
    },
  );
}

/** What a client says with each request that it can do. */
function declaredBy(envelope: unknown) {
  const capabilities = z.object({ elicitation: z.unknown(), sampling: z.unknown() }).partial();
  return z.object({ [CLIENT_CAPABILITIES_META_KEY]: capabilities }).safeParse(envelope).data?.[
    CLIENT_CAPABILITIES_META_KEY
  ];
}

function registerCapabilities(server: McpServer): void {
  server.registerTool(
    "test_input_required_result_capabilities",
    { ...DESCRIBED, inputSchema: none },
    async (_, { mcpReq }) => {
      const declared = declaredBy(mcpReq.envelope);
      const inputRequests = {
        ...(declared?.elicitation ? { user_name: ask("What is your name?", "name") } : {}),
        ...(declared?.sampling ? { greeting: sample("Generate a greeting", 50) } : {}),
      };
      return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : says("nothing can be asked");
    },
  );
  // The library refuses to ask a client for what it did not say it can do.
  server.registerTool("test_missing_capability", { ...DESCRIBED, inputSchema: none }, async () =>
    inputRequired({ inputRequests: { greeting: sample("Generate a greeting", 50) } }),
  );
}

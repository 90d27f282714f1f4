import * as z from "zod";
import type { ScriptedCall, ScriptedRequest } from "../public-types.js";

/** A model's answer, as opposed to an error of the server. */
export type ModelAnswer = { readonly text: string } | { readonly calls: readonly ScriptedCall[] };

/**
 * The requests and answers of one provider's API, as far as an agent uses it; answers are always a stream of events.
 */
export interface Protocol {
  /** The part of the address before the API's paths. */
  readonly base: string;
  readonly isFor: (path: string) => boolean;
  readonly read: (body: unknown, path: string) => Omit<ScriptedRequest, "protocol" | "body">;
  readonly pieces: (answer: ModelAnswer) => readonly string[];
  readonly failure: (status: number) => unknown;
}

const partSchema = z.looseObject({
  type: z.string().optional(),
  text: z.string().optional(),
  inlineData: z.unknown().optional(),
});
const contentSchema = z.union([z.string(), z.array(partSchema)]).nullish();
type Content = z.infer<typeof contentSchema>;

const USED = { input: 100, output: 20 } as const;

function textsOf(content: Content): readonly string[] {
  return typeof content === "string" ? [content] : (content ?? []).flatMap(({ text }) => text ?? []);
}

function imagesIn(content: Content): number {
  if (typeof content === "string" || content === null || content === undefined) return 0;
  return content.filter(({ type, inlineData }) => inlineData !== undefined || /image/.test(type ?? "")).length;
}

function halves(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((one) => one !== "");
}

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** Anthropic's messages, streaming (docs.anthropic.com). */
const anthropicBody = z.looseObject({
  model: z.string(),
  system: contentSchema,
  messages: z.array(z.looseObject({ role: z.string(), content: contentSchema })),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
});

const anthropic: Protocol = {
  base: "/anthropic/v1",
  isFor: (path) => path === "/anthropic/v1/messages",
  read: (body) => {
    const { model, system, messages, tools = [] } = anthropicBody.parse(body);
    return {
      model,
      instructions: textsOf(system).join("\n"),
      texts: messages.flatMap(({ content }) => textsOf(content)),
      images: messages.reduce((sum, { content }) => sum + imagesIn(content), 0),
      functions: tools.map(({ name }) => name),
    };
  },
  pieces: (answer) => {
    const event = (type: string, fields: object) => `event: ${type}\n${data({ type, ...fields })}`;
    const usage = { input_tokens: USED.input, output_tokens: 1 };
    const message = { id: "msg_1", type: "message", role: "assistant", model: "scripted", content: [], usage };
    const isText = "text" in answer;
    const block = (index: number, content_block: object, deltas: readonly object[]) => [
      event("content_block_start", { index, content_block }),
      ...deltas.map((delta) => event("content_block_delta", { index, delta })),
      event("content_block_stop", { index }),
    ];
    const blocks = isText
      ? block(
          0,
          { type: "text", text: "" },
          halves(answer.text).map((text) => ({ type: "text_delta", text })),
        )
      : answer.calls.flatMap(({ name, arguments: given }, at) => {
          const pieces = halves(JSON.stringify(given));
          const deltas = pieces.map((piece) => ({ type: "input_json_delta", partial_json: piece }));
          return block(at, { type: "tool_use", id: `toolu_${at + 1}`, name, input: {} }, deltas);
        });
    const stop = { stop_reason: isText ? "end_turn" : "tool_use", stop_sequence: null };
    return [
      event("message_start", { message: { ...message, stop_reason: null, stop_sequence: null } }),
      ...blocks,
      event("message_delta", { delta: stop, usage: { output_tokens: USED.output } }),
      event("message_stop", {}),
    ];
  },
  failure: (status) => ({
    type: "error",
    error: { type: status === 529 ? "overloaded_error" : "rate_limit_error", message: `refused with ${status}` },
  }),
};

/** OpenAI's chat completions, streaming (platform.openai.com); other servers use this protocol, too. */
const chatBody = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: contentSchema })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
});

const compatible: Protocol = {
  base: "/compatible/v1",
  isFor: (path) => path === "/compatible/v1/chat/completions",
  read: (body) => {
    const { model, messages, tools = [] } = chatBody.parse(body);
    const [system, others] = [
      messages.filter(({ role }) => role === "system"),
      messages.filter(({ role }) => role !== "system"),
    ];
    return {
      model,
      instructions: system.flatMap(({ content }) => textsOf(content)).join("\n"),
      texts: others.flatMap(({ content }) => textsOf(content)),
      images: others.reduce((sum, { content }) => sum + imagesIn(content), 0),
      functions: tools.map((tool) => tool.function.name),
    };
  },
  pieces: (answer) => {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({
        id: "chat_1",
        object: "chat.completion.chunk",
        created: 1,
        model: "scripted",
        choices: [{ index: 0, delta, finish_reason }],
      });
    const part = (index: number, fields: object) => ({ tool_calls: [{ index, ...fields }] });
    const isText = "text" in answer;
    const deltas = isText
      ? halves(answer.text).map((content) => ({ content }))
      : answer.calls.flatMap(({ name, arguments: given }, at) => [
          part(at, { id: `call_${at + 1}`, type: "function", function: { name, arguments: "" } }),
          ...halves(JSON.stringify(given)).map((piece) => part(at, { function: { arguments: piece } })),
        ]);
    const usage = { prompt_tokens: USED.input, completion_tokens: USED.output, total_tokens: USED.input + USED.output };
    return [
      chunk({ role: "assistant", content: "" }),
      ...deltas.map((delta) => chunk(delta)),
      chunk({}, isText ? "stop" : "tool_calls"),
      data({ id: "chat_1", object: "chat.completion.chunk", created: 1, model: "scripted", choices: [], usage }),
      "data: [DONE]\n\n",
    ];
  },
  failure: (status) => ({
    error: { message: `refused with ${status}`, type: "requests", code: "rate_limit_exceeded" },
  }),
};

/** OpenAI's responses, streaming (platform.openai.com). */
const responsesBody = z.looseObject({
  model: z.string(),
  input: z.array(z.looseObject({ role: z.string().optional(), content: contentSchema })),
  tools: z.array(z.looseObject({ name: z.string().optional(), type: z.string() })).optional(),
});

const openai: Protocol = {
  base: "/openai/v1",
  isFor: (path) => path === "/openai/v1/responses",
  read: (body) => {
    const { model, input, tools = [] } = responsesBody.parse(body);
    const isSystem = (role: string | undefined) => role === "system" || role === "developer";
    const others = input.filter(({ role }) => !isSystem(role));
    return {
      model,
      instructions: input
        .filter(({ role }) => isSystem(role))
        .flatMap(({ content }) => textsOf(content))
        .join("\n"),
      texts: others.flatMap(({ content }) => textsOf(content)),
      images: others.reduce((sum, { content }) => sum + imagesIn(content), 0),
      functions: tools.map(({ name, type }) => name ?? type),
    };
  },
  pieces: (answer) => {
    const event = (type: string, fields: object) => `event: ${type}\n${data({ type, ...fields })}`;
    const response = { id: "resp_1", object: "response", created_at: 1, model: "scripted", output: [] };
    const usage = { input_tokens: USED.input, output_tokens: USED.output, total_tokens: USED.input + USED.output };
    const completed = event("response.completed", { response: { ...response, status: "completed", usage } });
    const created = event("response.created", { response: { ...response, status: "in_progress" } });
    const item = (output_index: number, fields: object) => ({ output_index, item: fields });
    if ("text" in answer) {
      const message = { id: "msg_1", type: "message", role: "assistant", status: "in_progress", content: [] };
      const content = [{ type: "output_text", text: answer.text, annotations: [] }];
      return [
        created,
        event("response.output_item.added", item(0, message)),
        ...halves(answer.text).map((delta) =>
          event("response.output_text.delta", { item_id: "msg_1", output_index: 0, content_index: 0, delta }),
        ),
        event("response.output_item.done", item(0, { ...message, status: "completed", content })),
        completed,
      ];
    }
    const pieces = answer.calls.flatMap(({ name, arguments: args }, at) => {
      const call_id = `call_${at + 1}`;
      if (name === "computer") {
        const computer = { id: `cu_${at + 1}`, type: "computer_call", call_id, status: "completed" };
        const asked = { ...computer, pending_safety_checks: [], ...args };
        return [
          event("response.output_item.added", item(at, asked)),
          event("response.output_item.done", item(at, asked)),
        ];
      }
      const given = JSON.stringify(args);
      const id = `fc_${at + 1}`;
      const call = { id, type: "function_call", call_id, name };
      const part = { item_id: id, output_index: at };
      return [
        event("response.output_item.added", item(at, { ...call, arguments: "", status: "in_progress" })),
        ...halves(given).map((delta) => event("response.function_call_arguments.delta", { ...part, delta })),
        event("response.function_call_arguments.done", { ...part, arguments: given }),
        event("response.output_item.done", item(at, { ...call, arguments: given, status: "completed" })),
      ];
    });
    return [created, ...pieces, completed];
  },
  failure: (status) => ({
    error: { message: `refused with ${status}`, type: "requests", code: "rate_limit_exceeded" },
  }),
};

/** Google's streamGenerateContent (ai.google.dev). */
const googleBody = z.looseObject({
  systemInstruction: z.looseObject({ parts: z.array(partSchema) }).optional(),
  contents: z.array(z.looseObject({ role: z.string().optional(), parts: z.array(partSchema) })),
  tools: z.unknown().optional(),
});
const declarations = z.array(
  z.looseObject({
    functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional(),
    computerUse: z.looseObject({ environment: z.string() }).optional(),
  }),
);

const google: Protocol = {
  base: "/google/v1beta",
  isFor: (path) => /^\/google\/v1beta\/models\/[^/:]+:streamGenerateContent\b/.test(path),
  read: (body, path) => {
    const { systemInstruction, contents, tools } = googleBody.parse(body);
    const listed = declarations.catch([]).parse(Array.isArray(tools) ? tools : [tools ?? {}]);
    return {
      model: /models\/([^/:]+):/.exec(path)?.[1] ?? "",
      instructions: textsOf(systemInstruction?.parts).join("\n"),
      texts: contents.flatMap(({ parts }) => textsOf(parts)),
      images: contents.reduce((sum, { parts }) => sum + imagesIn(parts), 0),
      functions: listed.flatMap(({ functionDeclarations = [], computerUse }) => [
        ...functionDeclarations.map(({ name }) => name),
        ...(computerUse === undefined ? [] : [computerUse.environment]),
      ]),
    };
  },
  pieces: (answer) => {
    const used = {
      promptTokenCount: USED.input,
      candidatesTokenCount: USED.output,
      totalTokenCount: USED.input + USED.output,
    };
    const candidate = (parts: readonly object[], more: object = {}) => ({
      candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
    });
    const parts = "text" in answer ? halves(answer.text).map((text) => ({ text })) : answer.calls.map(callPart);
    return [
      ...parts.map((part) => data(candidate([part]))),
      data({ ...candidate([{ text: "" }], { finishReason: "STOP" }), usageMetadata: used }),
    ];
  },
  failure: (status) => ({ error: { code: status, message: `refused with ${status}`, status: "RESOURCE_EXHAUSTED" } }),
};

function callPart({ name, arguments: args }: ScriptedCall): object {
  return { functionCall: { name, args } };
}

export const PROTOCOLS: Readonly<Record<ScriptedRequest["protocol"], Protocol>> = {
  anthropic,
  openai,
  google,
  compatible,
};

import * as z from "zod";

const responseSchema = z.looseObject({
  id: z.string().optional(),
  response: z.record(z.string(), z.unknown()),
});
const bodySchema = z.looseObject({
  contents: z.array(
    z.looseObject({ parts: z.array(z.looseObject({ functionResponse: responseSchema.optional() })).optional() }),
  ),
});

/**
 * Rewrites a request with plain functions as a request with Gemini's tool for computer use on a phone (ai.google.dev,
 * `computerUse`, `ENVIRONMENT_MOBILE`), which has these functions built in. `acknowledged`: ids of the calls that a
 * person agreed to.
 */
export function asComputerUse(body: string, acknowledged: ReadonlySet<string>): string {
  const { toolConfig: _choice, ...asked } = bodySchema.parse(JSON.parse(body));
  const contents = asked.contents.map((content) => ({
    ...content,
    ...(content.parts === undefined ? {} : { parts: content.parts.map((part) => withConsent(part, acknowledged)) }),
  }));
  return JSON.stringify({ ...asked, contents, tools: [{ computerUse: { environment: "ENVIRONMENT_MOBILE" } }] });
}

type Part = NonNullable<z.infer<typeof bodySchema>["contents"][number]["parts"]>[number];

function withConsent(part: Part, acknowledged: ReadonlySet<string>): Part {
  const given = part.functionResponse;
  if (given?.id === undefined || !acknowledged.has(given.id)) return part;
  return {
    ...part,
    functionResponse: { ...given, response: { ...given.response, safety_acknowledgement: "true" } },
  };
}

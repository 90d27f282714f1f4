import { AgentError } from "../agent-error.js";
import { quote } from "../quote.js";

/** The meaning of the codes of network failures. */
const OF_NETWORK: ReadonlyMap<string, string> = new Map([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "no host of that name is known"],
  ["EAI_AGAIN", "no host of that name is known"],
  ["ECONNRESET", "the connection was cut"],
  ["EPIPE", "the connection was cut"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["ETIMEDOUT", "it did not answer in time"],
  ["UND_ERR_CONNECT_TIMEOUT", "it did not answer in time"],
  ["UND_ERR_HEADERS_TIMEOUT", "it did not answer in time"],
  ["UND_ERR_BODY_TIMEOUT", "it did not answer in time"],
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is not trusted"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate is not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate is not trusted"],
]);

/** The meaning of the client's errors, by their names. */
const OF_CLIENT: ReadonlyMap<string, string> = new Map([
  ["AI_JSONParseError", "the answer is not JSON"],
  ["AI_TypeValidationError", "the answer has another form than the protocol's"],
  ["AI_InvalidResponseDataError", "the answer has another form than the protocol's"],
  ["AI_EmptyResponseBodyError", "the answer is empty"],
  ["AI_NoOutputGeneratedError", "the answer is empty"],
  ["AI_NoContentGeneratedError", "the answer is empty"],
  ["TimeoutError", "the answer stood still for too long"],
  ["AbortError", "the answer stood still for too long"],
]);

/** Why a request to a model failed. The provider's words are quoted; the client's own words are left out. */
export function modelWords(error: unknown, hasStatus: boolean): string {
  const chain = chainOf(error);
  const own = chain.find((one) => one instanceof AgentError);
  if (own) return own.message;
  for (const { code } of chain.map(fieldsOf)) {
    const known = OF_NETWORK.get(code);
    if (known !== undefined) return known;
  }
  const said = hasStatus || !(error instanceof Error) ? saidBy(error) : "";
  if (said !== "") return `the provider says ${JSON.stringify(quote(said))}`;
  for (const { name } of chain.map(fieldsOf)) {
    const known = OF_CLIENT.get(name);
    if (known !== undefined) return known;
  }
  return "the answer cannot be read";
}

const MOST_CAUSES = 8;

function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && chain.length < MOST_CAUSES; ) {
    chain.push(one);
    one = one instanceof Error ? one.cause : undefined;
  }
  return chain;
}

function fieldsOf(one: unknown): { readonly code: string; readonly name: string } {
  const { code, name } = Object(one) as { readonly code?: unknown; readonly name?: unknown };
  return { code: typeof code === "string" ? code : "", name: typeof name === "string" ? name : "" };
}

/** The message of an error response, or of an error within a stream. */
function saidBy(error: unknown): string {
  const { message, error: inner } = Object(error) as { readonly message?: unknown; readonly error?: unknown };
  if (typeof message === "string") return message;
  const { message: within } = Object(inner) as { readonly message?: unknown };
  return typeof within === "string" ? within : JSON.stringify(error);
}

import * as z from "zod";

/** The hosts to which scripts may send requests, with a port if it is not the default of the scheme. */
export interface HttpAccess {
  readonly allowedHosts: readonly string[];
}

const asked = z.strictObject({
  method: z.string().regex(/^[A-Z]{1,10}$/i, "the method is not a word"),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().optional(),
  multipartForm: z.record(z.string(), z.unknown()).optional(),
});

const REQUEST_MS = 30_000;
const MOST_BYTES = 5_000_000;
const MOST_REDIRECTS = 5;

/** Sends the request of a script; gives the answer as JSON, or the reason for a failure in `failed`. */
export async function requestFor(given: string, access: HttpAccess): Promise<string> {
  try {
    const { method, url, headers, body, multipartForm } = asked.parse(JSON.parse(given));
    const content = multipartForm === undefined ? body : formOf(multipartForm);
    const init = { method, headers, ...(content === undefined ? {} : { body: content }) };
    return JSON.stringify(await answerOf(new URL(url), init, access));
  } catch (cause) {
    return JSON.stringify({ failed: cause instanceof Error ? cause.message : String(cause) });
  }
}

/** Follows redirects itself, to check that each leads to an allowed host. */
async function answerOf(url: URL, init: RequestInit, access: HttpAccess) {
  const signal = AbortSignal.timeout(REQUEST_MS);
  let at = url;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    requireAllowed(at, access);
    const response = await fetch(at, { ...init, redirect: "manual", signal });
    const target = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || target === null) return await readAnswer(response);
    await response.body?.cancel();
    at = new URL(target, at);
  }
  throw new Error(`${url.host} redirects more than ${MOST_REDIRECTS} times`);
}

function requireAllowed({ protocol, host, hostname }: URL, { allowedHosts }: HttpAccess): void {
  if (protocol !== "http:" && protocol !== "https:") throw new Error(`${protocol} is not a scheme for requests`);
  if (allowedHosts.includes(host) || allowedHosts.includes(hostname)) return;
  throw new Error(`requests to ${host} are not allowed: fovea run --allow-http ${host} allows them`);
}

async function readAnswer(response: Response) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MOST_BYTES) throw new Error(`the answer is larger than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  const body = Buffer.concat(parts).toString("utf8");
  return { ok: response.ok, status: response.status, body, headers: Object.fromEntries(response.headers) };
}

function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "object" && value !== null)
      throw new Error(`multipartForm.${name}: files are not sent, only texts`);
    form.set(name, String(value));
  }
  return form;
}

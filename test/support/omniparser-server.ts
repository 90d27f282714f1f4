import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { decodePng } from "../../src/vision/image.js";

/*
 * A replacement for OmniParser's server, after its published source: omnitool/omniparserserver/omniparserserver.py and
 * util/utils.py of github.com/microsoft/OmniParser at commit 58ec593a561c9face4ca205dcd82dea7b0fb4e45. What FastAPI
 * adds: a path without its last slash is redirected (307), another method is refused (405), a body of another form, too
 * (422), and an exception gives a 500 in plain text. For an image without text the source throws such an exception,
 * because it takes the length of None.
 */

/** An entry of `parsed_content_list`: the box as shares, no confidence. */
export interface Parsed {
  readonly type: "text" | "icon";
  readonly bbox: readonly [number, number, number, number];
  readonly interactivity: boolean;
  readonly content: string | null;
  readonly source?: string;
}

export interface OmniparserServer extends AsyncDisposable {
  readonly url: string;
  /** The requests `POST /parse/` in order: the sent picture, and the number of requests in progress at that time. */
  readonly parses: readonly { readonly mimeType: string; readonly bytes: Buffer; readonly atOnce: number }[];
  /** Methods and paths of all requests. */
  readonly requests: readonly string[];
}

export interface OmniparserAnswers {
  /** The detections of the models; null for a picture without text. */
  readonly list?: readonly Parsed[] | null;
  /** Answers `/parse/` in place of the server. */
  readonly instead?: (response: ServerResponse) => void;
  /** The server answers when this promise resolves. */
  readonly until?: () => Promise<void>;
}

const bodySchema = z.object({ base64_image: z.string() });

/** A server on a free port of this host. */
export async function startOmniparser({ list = [], instead, until }: OmniparserAnswers): Promise<OmniparserServer> {
  const parses: OmniparserServer["parses"][number][] = [];
  const requests: string[] = [];
  let atOnce = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests.push(`${request.method} ${request.url}`);
    const reply = (status: number, content: unknown) => {
      const isText = typeof content === "string";
      response.writeHead(status, { "content-type": isText ? "text/plain; charset=utf-8" : "application/json" });
      response.end(isText ? content : JSON.stringify(content));
    };
    if (request.url === "/probe" || request.url === "/parse") {
      response.writeHead(307, { location: `${request.url}/` }).end();
      return;
    }
    if (request.url === "/probe/" && request.method === "GET") return reply(200, { message: "Omniparser API ready" });
    if (request.url !== "/parse/") return reply(404, { detail: "Not Found" });
    if (request.method !== "POST") return reply(405, { detail: "Method Not Allowed" });
    atOnce += 1;
    const body = bodySchema.safeParse(JSON.parse((await bytesOf(request)).toString()));
    if (!body.success) return reply(422, { detail: [{ type: "missing", loc: ["body", "base64_image"] }] });
    const bytes = Buffer.from(body.data.base64_image, "base64");
    parses.push({ mimeType: mimeTypeOf(bytes), bytes, atOnce });
    await until?.();
    atOnce -= 1;
    if (instead) return instead(response);
    if (list === null || !(await isPicture(bytes))) return reply(500, "Internal Server Error");
    reply(200, { som_image_base64: body.data.base64_image, parsed_content_list: list, latency: 0.6 });
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    parses,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

function mimeTypeOf(bytes: Buffer): string {
  if (bytes.subarray(0, 3).toString("hex") === "ffd8ff") return "image/jpeg";
  return bytes.subarray(1, 4).toString("latin1") === "PNG" ? "image/png" : "unknown";
}

async function isPicture(bytes: Buffer): Promise<boolean> {
  if (mimeTypeOf(bytes) === "image/jpeg") return true;
  return await decodePng(bytes).then(
    () => true,
    () => false,
  );
}

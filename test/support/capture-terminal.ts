import { Readable, Writable } from "node:stream";
import type { Terminal } from "../../src/cli/terminal.js";

/** A terminal that records its output. */
export function capture(): { readonly terminal: Terminal; stdout(): string; stderr(): string } {
  const [output, errors] = [sink(), sink()];
  const terminal: Terminal = {
    input: Readable.from([]),
    output: output.stream,
    errors: errors.stream,
    isInteractive: false,
    isPiped: false,
    env: {},
  };
  return { terminal, stdout: output.text, stderr: errors.text };
}

function sink(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

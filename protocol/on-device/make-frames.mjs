// Writes the frame of each golden message beside it: golden/**/NAME.json → NAME.bin. A message that announces an
// attachment is followed by the attachment's frame: the bytes 0, 1, 2… With --check it only compares, and fails where one
// differs.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "golden");
const isCheck = process.argv.includes("--check");

function frame(body) {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

function framesOf(message) {
  const first = frame(Buffer.from(JSON.stringify(message)));
  if (message.attachment === undefined) return first;
  return Buffer.concat([first, frame(Buffer.from(Array.from({ length: message.attachment }, (_, i) => i & 255)))]);
}

const names = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".json"));
for (const name of names) {
  const bytes = framesOf(JSON.parse(readFileSync(join(folder, name), "utf8")));
  const file = join(folder, name.replace(/json$/, "bin"));
  if (!isCheck) writeFileSync(file, bytes);
  else if (!bytes.equals(readFileSync(file))) throw new Error(`${file} is not the frame of ${name}`);
}

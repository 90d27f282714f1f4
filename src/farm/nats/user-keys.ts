import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { causeWords } from "../../base/cause-words.js";
import { FoveaError } from "../../base/errors.js";
import { makeFolder } from "../../base/make-folder.js";
import { loadClient, SEED } from "./connect.js";

/**
 * The public key of a NATS user. Its seed is in FOLDER/NAME.creds, which only the owner can read; the file is made if
 * it does not exist, and never replaced. Errors: FARM_CLIENT_MISSING; FARM_UNUSABLE for a file that cannot be written,
 * or that has no seed.
 */
export async function ensureUserKey(folder: string, name: string): Promise<string> {
  const { nkeys } = (await loadClient()).transport;
  const path = join(folder, `${name}.creds`);
  try {
    await makeFolder(folder);
    const made = new TextDecoder().decode(nkeys.createUser().getSeed());
    const text = `# Secret: a program that has it is ${name} in the farm.\n${made}\n`;
    const known = await writeFile(path, text, { mode: 0o600, flag: "wx" }).then(
      () => text,
      async (cause: unknown) => {
        if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return await readFile(path, "utf8");
        throw cause;
      },
    );
    const seed = SEED.exec(known)?.[0];
    if (seed === undefined) throw new Error("it has no seed of a user");
    return nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey();
  } catch (cause) {
    throw new FoveaError("FARM_UNUSABLE", `${path} cannot be used: ${causeWords(cause)}`, {
      cause,
      hint: "Name another folder with --keys, or move the file away: then a new key is made.",
    });
  }
}

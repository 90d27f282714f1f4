import { config } from "zod";

/**
 * Makes zod use schemas without compiling them. Compiling a schema takes as long as using it ten times, which would
 * delay the first answers of a server; a server with hundreds of answers is as fast without. Existing schemas are not
 * changed, so call this before they are created. In its own file: a module that imports all of zod lazily loads all of
 * it, including messages in forty languages.
 */
export function readSchemasAsTheyAre(): void {
  config({ jitless: true });
}

import { config } from "zod";

/**
 * Has zod read schemas without compiling them: compiling one takes as long as reading with it ten times, which the
 * first answers of a server would wait for, and a server that has answered hundreds is as fast without. Schemas that
 * exist already stay as they are, so it comes before them. In its own file: code that imports all of zod when it
 * is needed has all of it loaded, messages in forty languages included.
 */
export function readSchemasAsTheyAre(): void {
  config({ jitless: true });
}

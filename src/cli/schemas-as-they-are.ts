import { config } from "zod";

/**
 * Has zod read schemas without compiling them. In a file of its own: code that imports all of zod when it is needed has
 * all of it loaded, messages in forty languages included.
 */
export function readSchemasAsTheyAre(): void {
  config({ jitless: true });
}

import type { CommandCall } from "../command.js";
import type { DumpService } from "../dumps/dump-service.js";

/** Whether everything was printed, or the time limit came before the end of the dump. */
export type DumpOutcome = "done" | "timeout";

/**
 * Prints the dump of a service, and waits as long as the service waits for apps. Errors: the signal's reason when
 * killed.
 */
export async function printDump(
  call: CommandCall,
  service: DumpService,
  args: readonly string[],
  timeoutMs: number,
): Promise<DumpOutcome> {
  const parts = service.dump(call.phone.state(), args);
  let leftMs = timeoutMs;
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += `${part}\n`;
      continue;
    }
    await call.stdout.write(text);
    text = "";
    if (part instanceof Uint8Array) {
      await call.stdout.write(part);
      continue;
    }
    await call.sleep(Math.min(part.waitMs, leftMs));
    leftMs -= part.waitMs;
    if (leftMs <= 0) return "timeout";
  }
  await call.stdout.write(text);
  service.afterDump?.(call.phone, args);
  return "done";
}

/** An event of a farm; a history has the events in the order of one clock. */
export type FarmEvent =
  | { readonly is: "granted"; readonly phone: string; readonly fence: number; readonly holder: string }
  /** An action was sent; its host decides about it before the next event with the same action number. */
  | { readonly is: "sent"; readonly action: number; readonly phone: string; readonly fence: number }
  | { readonly is: "done" | "refused"; readonly action: number };

/**
 * The events in a history that break the rules of a lock with fences; empty if there are none. A grant counts from the
 * moment at which its holder knows of it: an action that was sent later under an older fence must be refused.
 */
export function violationsOf(events: readonly FarmEvent[]): readonly string[] {
  const holders = new Map<string, string>();
  const newest = new Map<string, number>();
  const acted = new Map<string, number>();
  const sent = new Map<number, { readonly phone: string; readonly fence: number; readonly newestThen: number }>();
  const wrong: string[] = [];
  for (const event of events) {
    if (event.is === "granted") {
      const { phone, fence, holder } = event;
      const other = holders.get(`${phone} ${fence}`);
      if (other !== undefined && other !== holder) wrong.push(`${phone}: fence ${fence} has two holders`);
      holders.set(`${phone} ${fence}`, holder);
      newest.set(phone, Math.max(fence, newest.get(phone) ?? 0));
    } else if (event.is === "sent") {
      const { action, phone, fence } = event;
      sent.set(action, { phone, fence, newestThen: newest.get(phone) ?? 0 });
    } else if (event.is === "done") {
      const action = sent.get(event.action);
      if (!action) wrong.push(`action ${event.action} was done, and nobody sent it`);
      else wrong.push(...violationsOfDone(action, acted));
    }
  }
  return wrong;
}

function violationsOfDone(
  { phone, fence, newestThen }: { readonly phone: string; readonly fence: number; readonly newestThen: number },
  acted: Map<string, number>,
): readonly string[] {
  const before = acted.get(phone) ?? 0;
  acted.set(phone, Math.max(fence, before));
  return [
    ...(fence < newestThen ? [`${phone}: done under fence ${fence}, and ${newestThen} had been granted`] : []),
    ...(fence < before ? [`${phone}: done under fence ${fence} after ${before}`] : []),
  ];
}

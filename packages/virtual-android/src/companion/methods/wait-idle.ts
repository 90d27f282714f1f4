import type { CompanionParts } from "../parts.js";
import type { Answer, Call } from "../wire/host.js";
import type { ParamsOf } from "../wire/requests.js";

/**
 * Waits until no event has reported a change for a while; with `after`, it first waits for a change after that event.
 */
export async function waitIdle(parts: CompanionParts, params: ParamsOf<"waitIdle">, call: Call): Promise<Answer> {
  const startedAt = parts.clock.now();
  const endsAt = startedAt + params.timeoutMs;
  const reacted =
    params.after === undefined ? null : await firstChange(parts, params.after, { startedAt, endsAt, ...params }, call);
  if (reacted === false) return answer(parts, { idle: true, reacted, startedAt });
  const since = reacted === null ? startedAt : 0;
  const idle = await quiet(parts, { since, endsAt, quietMs: params.quietMs }, call);
  return answer(parts, { idle, reacted, startedAt });
}

function answer(
  { clock, events }: CompanionParts,
  outcome: { readonly idle: boolean; readonly reacted: boolean | null; readonly startedAt: number },
): Answer {
  const { idle, reacted, startedAt } = outcome;
  const quietMs = events.lastChange ? Math.floor(clock.now() - events.lastChange.atMs) : null;
  return { result: { idle, reacted, waitedMs: Math.floor(clock.now() - startedAt), quietMs, seq: events.seq } };
}

async function firstChange(
  { clock, events }: CompanionParts,
  after: number,
  limits: { readonly startedAt: number; readonly endsAt: number; readonly reactMs: number },
  call: Call,
): Promise<boolean> {
  const until = Math.min(limits.endsAt, limits.startedAt + limits.reactMs);
  const hasCome = () => (events.lastChange?.seq ?? 0) > after;
  while (!hasCome()) {
    const left = until - clock.now();
    if (left <= 0) return false;
    await eventOr(events, clock.sleep.bind(clock), left, call.signal);
  }
  return true;
}

/** True once nothing has changed for long enough; false if the time limit came before. */
async function quiet(
  { clock, events }: CompanionParts,
  limits: { readonly since: number; readonly endsAt: number; readonly quietMs: number },
  call: Call,
): Promise<boolean> {
  for (;;) {
    const now = clock.now();
    // Without any event so far, the quiet time starts with the request.
    const quietSince = events.lastChange?.atMs ?? limits.since;
    const left = quietSince + limits.quietMs - now;
    if (left <= 0) return true;
    if (now >= limits.endsAt) return false;
    await eventOr(events, clock.sleep.bind(clock), Math.min(left, limits.endsAt - now), call.signal);
  }
}

/** Waits until the next event, but not longer than `ms`. */
async function eventOr(
  events: CompanionParts["events"],
  sleep: CompanionParts["clock"]["sleep"],
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const controller = new AbortController();
  const stop = events.onEvent(() => controller.abort());
  const both = AbortSignal.any([signal, controller.signal]);
  try {
    await sleep(Math.max(ms, 0.5), both);
  } catch (error) {
    if (!controller.signal.aborted || signal.aborted) throw error;
  } finally {
    stop();
  }
}

import { backOff } from "../../src/base/signals.js";
import type { Lease } from "../../src/farm/fabric.js";
import type { NatsFabric } from "../../src/farm/nats/nats-fabric.js";
import { type FarmEvent, violationsOf } from "../../test/support/farm-history.js";
import { never } from "../../test/support/never.js";
import type { BenchFarm } from "./farm.js";

export interface LoadPlan {
  readonly tenants: number;
  /** How many single phones the first tenant requests at the same time; each other tenant requests one. */
  readonly greedy: number;
  /** Programs that the tenants share. */
  readonly programs: number;
  readonly seconds: number;
  /** How long a tenant holds a phone. */
  readonly holdMs: number;
  /** Whether each lease makes a call to its host, with its fence. */
  readonly acts: boolean;
}

export interface Load {
  readonly grants: number;
  readonly seconds: number;
  readonly acquireMs: readonly number[];
  /** Grants of each tenant. */
  readonly byTenant: readonly number[];
  /** Leases that were lost although they were renewed and released in time. */
  readonly lost: number;
  /** The messages of other failures. */
  readonly failed: readonly string[];
  /** Events that a lock with a fence must not allow. */
  readonly violations: readonly string[];
}

/** All tenants at the same time repeatedly take any phone, hold it, act, and release it. */
export async function measureLoad(farm: BenchFarm, plan: LoadPlan): Promise<Load> {
  const events: FarmEvent[] = [];
  const endsAt = performance.now() + plan.seconds * 1_000;
  const state = { events, acquireMs: [] as number[], lost: 0, failed: [] as string[], actions: 0 };
  using _calls = farm.hosts.takeCalls(farm.ids, async ({ tool, device, proof }) => {
    const is = await farm.hosts.check(device, proof, never()).then(
      () => "done" as const,
      () => "refused" as const,
    );
    events.push({ is, action: Number(tool) });
    return { is };
  });
  const fabrics: NatsFabric[] = [];
  for (let at = 0; at < plan.programs; at += 1) fabrics.push(await farm.open(`gateway ${at}`));
  const begun = performance.now();
  const byTenant = await Promise.all(
    Array.from({ length: plan.tenants }, async (_, at) => {
      const fabric = fabrics[at % fabrics.length];
      if (!fabric) throw new Error("a load has a program");
      const askers = Array.from({ length: at === 0 ? plan.greedy : 1 }, async () => {
        return await oneAsker({ fabric, tenant: `t${at}`, plan, endsAt }, state);
      });
      return (await Promise.all(askers)).reduce((sum, count) => sum + count, 0);
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  const { acquireMs, lost, failed } = state;
  const grants = byTenant.reduce((sum, count) => sum + count, 0);
  return { grants, seconds, acquireMs, byTenant, lost, failed, violations: violationsOf(events) };
}

interface State {
  readonly events: FarmEvent[];
  readonly acquireMs: number[];
  readonly failed: string[];
  lost: number;
  actions: number;
}

interface Tenant {
  readonly fabric: NatsFabric;
  readonly tenant: string;
  readonly plan: LoadPlan;
  readonly endsAt: number;
}

async function oneAsker({ fabric, tenant, plan, endsAt }: Tenant, state: State): Promise<number> {
  let grants = 0;
  while (performance.now() < endsAt) {
    try {
      const begun = performance.now();
      const [lease] = await fabric.acquire([[]], { ttlMs: 60_000, waitMs: 60_000, tenant }, never());
      if (!lease) throw new Error("a lease for each need");
      state.acquireMs.push(performance.now() - begun);
      // Grants after the end are not counted: they go to the tenant with the most requests in the queue.
      if (performance.now() < endsAt) grants += 1;
      state.events.push({ is: "granted", phone: lease.device, fence: lease.fence, holder: tenant });
      if (plan.acts) await act(fabric, lease, state);
      if (plan.holdMs > 0) await backOff(plan.holdMs, never());
      await fabric.release(await fabric.renew(lease, never()), never());
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      if (code === "LEASE_LOST") state.lost += 1;
      else state.failed.push(code);
    }
  }
  return grants;
}

async function act(fabric: NatsFabric, lease: Lease, state: State): Promise<void> {
  state.actions += 1;
  const action = state.actions;
  const { device, name, fence, tenant } = lease;
  state.events.push({ is: "sent", action, phone: device, fence });
  const call = { schema: 1 as const, caller: "bench", device, tool: String(action), args: {}, proof: { name, fence } };
  await fabric.sendCall(tenant, call, never());
}

/** Jain's index of fairness (1984): 1 if all got the same number, 1/n if a single tenant got everything. */
export function fairness(counts: readonly number[]): number {
  const sum = counts.reduce((all, count) => all + count, 0);
  const squares = counts.reduce((all, count) => all + count * count, 0);
  return squares === 0 ? 0 : Math.round((sum * sum * 1_000) / (counts.length * squares)) / 1_000;
}

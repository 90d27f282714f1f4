import * as z from "zod";
import type { DeviceFacts } from "./fabric.js";

/** What the fabrics store says this of itself; a program refuses what is newer than it knows, by name. */
export const FARM_SCHEMA = 1;

const fact = z.string().max(200).nullable();
const number = z.number().nullable();

const factsSchema: z.ZodType<DeviceFacts> = z.object({
  serial: z.string().max(200),
  hardwareSerial: z.string().max(200),
  problem: fact,
  model: fact,
  api: number,
  abi: fact,
  form: fact,
  batteryPercent: number,
  freeStorageMb: number,
  companion: fact,
  apps: z.record(z.string().max(200), z.string().max(200)),
});

/** A host with its phones. */
export const hostRecordSchema = z.object({
  schema: z.literal(FARM_SCHEMA),
  host: z.string(),
  version: z.string(),
  /** Which of the programs of this name it is; absent if an older version or files keep it. */
  program: z.string().max(64).optional(),
  /** Those that its phones are for; absent if they are for everybody. */
  tenants: z.array(z.string()).readonly().optional(),
  devices: z.array(factsSchema).max(1_000).readonly(),
});
export type HostRecord = z.infer<typeof hostRecordSchema>;

/** A lease. */
export const leaseRecordSchema = z.object({
  schema: z.literal(FARM_SCHEMA),
  device: z.string(),
  hardwareSerial: z.string(),
  host: z.string(),
  tenant: z.string(),
  /** Hash of the lease's name. */
  proof: z.string(),
  ttlMs: z.number(),
  endsAt: z.number(),
});
export type LeaseRecord = z.infer<typeof leaseRecordSchema>;

export const quarantineRecordSchema = z.object({
  schema: z.literal(FARM_SCHEMA),
  device: z.string(),
  reason: z.string(),
  untilMs: z.number(),
});
export type QuarantineRecord = z.infer<typeof quarantineRecordSchema>;

import * as z from "zod";
import type { DeviceFacts } from "./fabric.js";

/** The version of the stored data; a program refuses data of another version. */
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
  /** The id of the program with this host's name; absent in data of an older version, or of files. */
  program: z.string().max(64).optional(),
  /** The tenants that may use its phones; absent if all may. */
  tenants: z.array(z.string()).readonly().optional(),
  devices: z.array(factsSchema).max(1_000).readonly(),
});
export type HostRecord = z.infer<typeof hostRecordSchema>;

export const leaseRecordSchema = z.object({
  schema: z.literal(FARM_SCHEMA),
  device: z.string(),
  hardwareSerial: z.string(),
  host: z.string(),
  tenant: z.string(),
  /** The hash of the lease's name. */
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

import { flagValue } from "../start-phone.js";

/** The parameters of a run of the farm bench. */
export interface FarmPlan {
  readonly phones: number;
  readonly clients: number;
  /** How long the clients drive all phones. */
  readonly seconds: number;
  /** How many calls they make in place of a time limit; null for as many as the time allows. */
  readonly calls: number | null;
  /** How many phones are attached while one client drives one of them. */
  readonly attached: readonly number[];
  readonly apiLevel: number;
  readonly hasCompanion: boolean;
  readonly profileTo: string | null;
}

export function farmPlan(args: readonly string[]): FarmPlan {
  const numberOf = (flag: string, otherwise: number) => Number(flagValue(args, flag) ?? otherwise);
  const phones = numberOf("--phones", 50);
  const calls = flagValue(args, "--calls");
  return {
    phones,
    clients: numberOf("--clients", 8),
    seconds: numberOf("--seconds", 60),
    calls: calls === undefined ? null : Number(calls),
    attached: args.includes("--no-scale") ? [] : [...new Set([1, 10, 50, phones].filter((count) => count <= phones))],
    apiLevel: numberOf("--api", 34),
    hasCompanion: !args.includes("--no-companion"),
    profileTo: flagValue(args, "--profile-to") ?? null,
  };
}

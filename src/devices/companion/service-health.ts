import { randomBytes } from "node:crypto";
import type { Device } from "../device.js";
import { askPhone, type Phone } from "../phone.js";
import { retryRead } from "../retry-read.js";
import { command, dumpsys, readScript } from "../script.js";
import { SHELL_LIMITS } from "../shell.js";
import { type AccessibilityUser, parseAccessibilityDump } from "./accessibility-dump.js";
import { automationIn } from "./automations.js";
import { type InstalledPackage, readInstalled } from "./check-installed.js";
import { hasService, isService } from "./enabled-services.js";
import { readServiceDump, type ServiceDump } from "./service-dump.js";

/** The state of the companion's service for the current user. Null: the phone does not report it. */
export interface ServiceHealth {
  readonly user: number;
  /** The installed package; null if it is not installed for this user. */
  readonly installed: InstalledPackage | null;
  /** It is in the list of enabled services. */
  readonly enabled: boolean;
  /** The setting `accessibility_enabled`: Android itself turns it off if no service is bound. */
  readonly accessibilityOn: boolean;
  /** The service's own report through Android; null while it does not run. */
  readonly running: ServiceDump | null;
  /** Android is waiting for it to start: on MIUI, after a force-stop, forever. */
  readonly binding: boolean | null;
  readonly crashed: boolean | null;
  /** A UiAutomation is connected and no service is bound; `by` is the program that probably uses it. */
  readonly suppressed: { readonly by: string | null } | null;
}

/** Reads the state from outside the service, without changing anything. Errors: as runShell, SHELL_FAILED. */
export async function serviceHealth(device: Device, signal: AbortSignal): Promise<ServiceHealth> {
  const phone = await askPhone(device, signal);
  const [installed, running, outside] = await Promise.all([
    readInstalled(phone, signal),
    readServiceDump(device, phone.user, signal),
    lookFromOutside(phone, signal),
  ]);
  return { user: phone.user, installed, running, ...outside };
}

type Outside = Pick<ServiceHealth, "enabled" | "accessibilityOn" | "binding" | "crashed" | "suppressed">;

async function lookFromOutside(phone: Phone, signal: AbortSignal): Promise<Outside> {
  const { list, isOn, dump, processes } = await readAll(phone, signal);
  const { users, hasUiAutomation } = parseAccessibilityDump(dump);
  const state = users.find(({ id }) => id === phone.user) ?? onlyUnnamed(users);
  const has = (components: readonly string[] | null | undefined) => components?.some(isService) ?? null;
  const isNothingBound = (state?.bound?.length ?? 0) === 0;
  return {
    enabled: hasService(list),
    accessibilityOn: isOn,
    binding: has(state?.binding),
    crashed: has(state?.crashed),
    suppressed: hasUiAutomation && isNothingBound ? { by: automationIn(processes) } : null,
  };
}

function onlyUnnamed(users: readonly AccessibilityUser[]): AccessibilityUser | undefined {
  const [only, ...others] = users;
  return others.length === 0 && only?.id === null ? only : undefined;
}

interface Readings {
  readonly list: string;
  readonly isOn: boolean;
  readonly dump: string;
  readonly processes: string;
}

/**
 * Reads everything in one stream. The separators are random: labels of services are text of apps and may have any line.
 */
async function readAll({ device, user }: Phone, signal: AbortSignal): Promise<Readings> {
  const line = randomBytes(8).toString("hex");
  const divide = command(["echo", line]);
  const setting = (name: string) => command(["settings", "get", "--user", String(user), "secure", name]);
  const script = readScript(
    setting("enabled_accessibility_services"),
    divide,
    setting("accessibility_enabled"),
    divide,
    dumpsys(5, "accessibility"),
    divide,
    command(["ps", "-A", "-o", "ARGS"], { stderr: "drop" }),
  );
  const { stdout } = await retryRead(device, { ...script, name: "the service's health" }, SHELL_LIMITS, signal);
  const [list = "", isOn = "", dump = "", processes = ""] = stdout.toString("utf8").split(`${line}\n`);
  return { list: list.trim(), isOn: isOn.trim() === "1", dump, processes };
}

import { isFoveaError } from "../../base/errors.js";
import { changePermission, readPermissions } from "../../devices/app-permissions.js";
import { askPhone } from "../../devices/phone.js";
import type { Session } from "../../session/session.js";
import { changeUnseen, type UnseenChange } from "../change-unseen.js";
import { isInstalled, notInstalled, requirePackage } from "./apps.js";
import { refuseKept } from "./kept-packages.js";

/**
 * Grants an app all runtime permissions that it requests, before the app is started; does not observe the screen. Null
 * if it has all of them. Permissions that the package manager does not grant are named in the result, not thrown.
 * Errors: APP_NOT_FOUND, as readPermissions; those of the guard.
 */
export async function givePermissions(
  session: Session,
  packageName: string,
  signal: AbortSignal,
): Promise<UnseenChange | null> {
  const name = requirePackage(packageName);
  if (!(await isInstalled(session, name, signal))) throw notInstalled(session, name);
  const phone = await askPhone(session.device, signal);
  const missing = (await readPermissions(phone, name, signal)).runtime.filter((one) => !one.isGranted);
  if (missing.length === 0) return null;
  refuseKept(name, session.device.serial, "keeps its permissions");
  const call = { tool: "permissions", args: { package: name, grant: ["all"] } };
  const action = { kind: "device", change: "grant", detail: `all ${name}`, package: name } as const;
  const give = async (): Promise<UnseenChange> => {
    const refused: string[] = [];
    for (const one of missing) {
      const request = { verb: "grant", packageName: name, name: one.name } as const;
      await changePermission(phone, request, signal).catch((error) => {
        if (!isFoveaError(error, "STATE_REFUSED")) throw error;
        refused.push(short(one.name));
      });
    }
    const still = (await readPermissions(phone, name, signal)).runtime.filter((one) => !one.isGranted);
    const given = missing.map((one) => short(one.name)).filter((one) => !refused.includes(one));
    return {
      did: `gave ${name} ${given.length === 0 ? "none of its permissions" : given.join(", ")}${
        refused.length === 0 ? "" : `; not given: ${refused.join(", ")}`
      }`,
      proof: still.length === 0 ? "confirmed" : "unconfirmed",
      evidence: [
        still.length === 0
          ? "the app has all now"
          : `the app still lacks: ${still.map((one) => short(one.name)).join(", ")}`,
      ],
    };
  };
  return await changeUnseen(session, { call, action }, give, signal);
}

function short(name: string): string {
  return name.replace("android.permission.", "");
}

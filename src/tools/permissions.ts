import * as z from "zod";
import { changePermissions, listPermissions, type PermissionState } from "../actions/apps/permissions.js";
import { actAnswer, actJson } from "../answers/act-answer.js";
import { FoveaError } from "../base/errors.js";
import { deviceField, packageField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const names = z.array(z.string().min(1).max(200)).min(1).max(30).optional();

export const permissions = defineTool({
  name: "permissions",
  title: "Permissions of an app",
  description: "List, grant, revoke or reset the permissions of an app. Changes stay.",
  group: "app",
  kind: "act",
  actsWith: ["grant", "revoke", "reset"],
  destructive: true,
  idempotent: true,
  deadlineMs: 58_000,
  example: { package: "com.fovea.dialogs", grant: ["camera"] },
  input: z.strictObject({
    device: deviceField,
    package: packageField,
    grant: names
      .describe("e.g. camera, location, all")
      .meta({ help: "To grant, e.g. android.permission.CAMERA, location, all" }),
    revoke: names.describe("e.g. microphone").meta({ help: "To revoke; Android ends an app that loses one" }),
    reset: z
      .boolean()
      .optional()
      .describe("revoke all")
      .meta({ help: "Revoke all, so that the app asks again (certain from Android 13 on)" }),
  }),
  run: async ({ device, package: packageName, grant = [], revoke = [], reset = false }, context, signal) => {
    if (reset && revoke.length > 0)
      throw new FoveaError("INVALID_ARGUMENT", "give either `reset`, which revokes all, or `revoke`");
    const session = await context.session(device, signal);
    if (grant.length === 0 && revoke.length === 0 && !reset)
      return { permissions: await listPermissions(session, packageName, signal) };
    return await changePermissions(session, { package: packageName, grant, revoke, reset }, signal);
  },
  render: (data) => {
    if (!("did" in data)) return { text: linesOf(data.permissions).join("\n") };
    const { permissions: now, ...result } = data;
    return actAnswer({ ...result, notes: [...linesOf(now), ...result.notes] });
  },
  toJson: (data) => {
    if (!("did" in data)) return data;
    const { permissions: now, ...result } = data;
    return { ...Object(actJson(result)), permissions: now };
  },
});

function linesOf(permissions: readonly PermissionState[]): readonly string[] {
  if (permissions.length === 0) return ["it asks for no permission that a user decides on"];
  return permissions.map(({ name, isGranted, isFixed }) => {
    const state = isGranted === null ? "default" : isGranted ? "granted" : "denied";
    return `${name}: ${state}${isFixed ? ", fixed" : ""}`;
  });
}

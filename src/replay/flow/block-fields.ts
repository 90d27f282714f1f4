import * as z from "zod";
import { aboutFields, integer, name, selector, yesNo } from "./flow-fields.js";

/*
 * The fields of what holds commands, without those that are read otherwise: lists of commands, variables, conditions.
 */

export const HEAD_LISTS = ["onFlowStart", "onFlowComplete"] as const;

export const headFields = z.strictObject({
  appId: name.optional(),
  name: name.optional(),
  tags: z.array(name).optional(),
});

export const runFields = z.strictObject({ ...aboutFields, file: name.optional() });

export const repeatFields = z.strictObject({ ...aboutFields, times: integer(0, 10_000).optional() });

export const whenFields = z.strictObject({
  visible: selector.optional(),
  notVisible: selector.optional(),
  platform: z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(["android", "ios", "web"], "Android, iOS or Web is expected"))
    .optional(),
  true: yesNo.optional(),
  label: aboutFields.label,
});

import * as z from "zod";

/** A phone's name on its host, and its name in the farm. */
export interface PhoneNames {
  readonly serial: string;
  readonly device: string;
}

const failedSchema = z.looseObject({
  isError: z.literal(true),
  _meta: z.looseObject({ "fovea/error": z.looseObject({ message: z.string() }) }),
  content: z.array(z.looseObject({ text: z.string().optional() })),
});

/** Replaces the phone's serial by its farm id: two hosts may have phones with the same serial. Pure. */
export function inFarmWords(text: string, { serial, device }: PhoneNames): string {
  const [first = "", ...rest] = text.split(serial);
  return rest.reduce((before, after) => {
    const isPart = isOfName(before.at(-1)) || isOfName(after.at(0));
    return before + (isPart ? serial : device) + after;
  }, first);
}

/** Whether a character can be part of a phone's name: a serial beside it is a part of another name. */
function isOfName(character: string | undefined): boolean {
  return character !== undefined && /[\w/-]/.test(character);
}

/** The result of a failed tool with the farm's name of the phone in its message; any other result unchanged. Pure. */
export function failedInFarmWords(result: Record<string, unknown>, names: PhoneNames): Record<string, unknown> {
  const failed = failedSchema.safeParse(result).data;
  if (!failed) return result;
  const error = failed._meta["fovea/error"];
  const message = inFarmWords(error.message, names);
  // The text after the message may be from the screen, so it stays unchanged.
  const content = failed.content.map((part) =>
    part.text === undefined ? part : { ...part, text: part.text.replace(error.message, () => message) },
  );
  return { ...failed, content, _meta: { ...failed._meta, "fovea/error": { ...error, message } } };
}

import * as z from "zod";

/** A phone as its host names it, and as the farm does. */
export interface PhoneNames {
  readonly serial: string;
  readonly device: string;
}

const failedSchema = z.looseObject({
  isError: z.literal(true),
  _meta: z.looseObject({ "fovea/error": z.looseObject({ message: z.string() }) }),
  content: z.array(z.looseObject({ text: z.string().optional() })),
});

/** The words with the phone's farm id in place of its serial: two hosts may have phones of one serial. Pure. */
export function inFarmWords(text: string, { serial, device }: PhoneNames): string {
  const [first = "", ...rest] = text.split(serial);
  return rest.reduce((before, after) => {
    const isPart = isOfName(before.at(-1)) || isOfName(after.at(0));
    return before + (isPart ? serial : device) + after;
  }, first);
}

/** What is in names of phones, so that a serial beside it is a part of another name. */
function isOfName(character: string | undefined): boolean {
  return character !== undefined && /[\w/-]/.test(character);
}

/** The result of a tool that failed, with the cause in the farm's words; any other as it is. Pure. */
export function failedInFarmWords(result: Record<string, unknown>, names: PhoneNames): Record<string, unknown> {
  const failed = failedSchema.safeParse(result).data;
  if (!failed) return result;
  const error = failed._meta["fovea/error"];
  const message = inFarmWords(error.message, names);
  // What follows the message may be of the screen, which is given as it is.
  const content = failed.content.map((part) =>
    part.text === undefined ? part : { ...part, text: part.text.replace(error.message, () => message) },
  );
  return { ...failed, content, _meta: { ...failed._meta, "fovea/error": { ...error, message } } };
}

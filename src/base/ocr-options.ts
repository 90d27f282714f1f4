import { FoveaError } from "./errors.js";
import { pathOf, stringOf } from "./option-values.js";

/** The options of reading words off pictures, part of the one table in `config.ts`. */
export const OCR_OPTIONS = [
  {
    flag: "--ocr",
    env: "FOVEA_OCR",
    key: "ocr",
    type: "string",
    default: "off",
    doc: "Whether words are read off pictures where the hierarchy is silent: off, tesseract (the program of that name, which has to be installed) or the path of such a program.",
    example: "tesseract",
  },
  {
    flag: "--ocr-languages",
    env: "FOVEA_OCR_LANGUAGES",
    key: "ocrLanguages",
    type: "string",
    default: "eng",
    doc: "Languages of the words on pictures, by tesseract's names, joined by +; the data of each has to be installed.",
    example: "eng+deu",
  },
] as const;

/** Undefined for off, else the program: a name to be looked for in PATH, or a path. */
export function ocrProgramOf(value: unknown, name: string): string | undefined {
  const program = pathOf(value, name) ?? "off";
  if (program === "off") return undefined;
  if (program === "tesseract" || /[/\\]/.test(program)) return program;
  throw new FoveaError("INVALID_ARGUMENT", `${name} has to be off, tesseract or the path of such a program`);
}

/** As tesseract takes them: `eng`, `eng+chi_sim`. */
export function ocrLanguagesOf(value: unknown, name: string): string {
  const languages = stringOf(value, name) ?? "eng";
  if (/^[A-Za-z_]{1,40}(?:\+[A-Za-z_]{1,40}){0,9}$/.test(languages)) return languages;
  throw new FoveaError("INVALID_ARGUMENT", `${name} has to be names of languages joined by +, as eng+deu`);
}

import type { ActivityHost } from "./app.js";
import { localisedText } from "./localised-text.js";

/** The texts of the form in other languages, like the resources of a real app. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Create account": { de: "Konto anlegen", "pt-BR": "Criar conta", ar: "إنشاء حساب" },
  "Full name": { de: "Vor- und Nachname", "pt-BR": "Nome completo", ar: "الاسم الكامل" },
  Password: { de: "Passwort", "pt-BR": "Senha", ar: "كلمة المرور" },
  Age: { de: "Alter", "pt-BR": "Idade", ar: "العمر" },
  Country: { de: "Land", "pt-BR": "País", ar: "البلد" },
  Birthday: { de: "Geburtstag", "pt-BR": "Aniversário", ar: "تاريخ الميلاد" },
  "I agree to the terms": {
    de: "Ich stimme den Bedingungen zu",
    "pt-BR": "Aceito os termos",
    ar: "أوافق على الشروط",
  },
  Reset: { de: "Zurücksetzen", "pt-BR": "Limpar", ar: "إعادة تعيين" },
};

/** The translation for the first of the app's languages that has one; the text itself if English comes first. */
export function formWord(host: ActivityHost, text: string): string {
  return localisedText(WORDS[text] ?? {}, host.locales(), text);
}

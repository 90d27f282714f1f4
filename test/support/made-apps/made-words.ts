import { pick } from "./pick.js";

/**
 * The kind of words: `plain`, `name` and `money` are part of a control's meaning; a `counter` and a `clock` change by
 * themselves and have no meaning.
 */
export type Nature = "plain" | "name" | "money" | "counter" | "clock";

export interface Words {
  readonly text: string;
  readonly nature: Nature;
}

/** The same words in six languages, place by place; the virtual phone's fonts have each of their characters. */
const ACTIONS = {
  en: "Save,Cancel,Delete,Next,Share,Edit,Send,Open,Copy,Follow,Call,Archive,Reply,Print,Retry,Stop,Start,Block,Mute,Pin",
  de: "Speichern,Abbrechen,Löschen,Weiter,Teilen,Bearbeiten,Senden,Öffnen,Kopieren,Folgen,Anrufen,Archivieren,Antworten,Drucken,Erneut,Anhalten,Starten,Sperren,Stumm,Anheften",
  fr: "Enregistrer,Annuler,Supprimer,Suivant,Partager,Modifier,Envoyer,Ouvrir,Copier,Suivre,Appeler,Archiver,Répondre,Imprimer,Réessayer,Arrêter,Lancer,Bloquer,Muet,Épingler",
  es: "Guardar,Cancelar,Borrar,Siguiente,Compartir,Editar,Enviar,Abrir,Copiar,Seguir,Llamar,Archivar,Responder,Imprimir,Reintentar,Parar,Iniciar,Bloquear,Silenciar,Fijar",
  ru: "Сохранить,Отмена,Удалить,Далее,Поделиться,Изменить,Отправить,Открыть,Копия,Следить,Звонок,Архив,Ответить,Печать,Повтор,Стоп,Пуск,Блок,Тихо,Закрепить",
  ja: "保存,中止,削除,つぎへ,きょうゆう,編集,送信,開く,コピー,フォロー,でんわ,ほかん,返信,いんさつ,リトライ,停止,開始,ブロック,消音,ピン",
} as const;
const TOPICS = {
  en: "Account,Orders,Photos,Music,Privacy,Storage,Travel,Family,Work,Backup,Payments,Security,Garden,Health",
  de: "Konto,Bestellungen,Fotos,Musik,Datenschutz,Speicher,Reisen,Familie,Arbeit,Sicherung,Zahlungen,Sicherheit,Garten,Gesundheit",
  fr: "Compte,Commandes,Photos perso,Musique,Vie privée,Stockage,Voyages,Famille,Travail,Copies,Paiements,Sécurité,Jardin,Santé",
  es: "Cuenta,Pedidos,Fotos,Música,Privacidad,Memoria,Viajes,Familia,Trabajo,Copias,Pagos,Seguridad,Jardín,Salud",
  ru: "Счёт,Заказы,Фото,Музыка,Тайна,Память,Поездки,Семья,Работа,Копии,Платежи,Защита,Сад,Здоровье",
  ja: "アカウント,注文,しゃしん,おんがく,ひみつ,容量,りょこう,かぞく,しごと,ひかえ,しはらい,安全,にわ,けんこう",
} as const;
const FIELDS = {
  en: "City,Street,Card number,Email,Phone,First name,Last name,Note,Company,Coupon",
  de: "Ort,Straße,Kartennummer,E-Mail,Telefon,Vorname,Nachname,Notiz,Firma,Gutschein",
  fr: "Ville,Rue,Numéro de carte,Courriel,Téléphone,Prénom,Nom,Remarque,Société,Bon",
  es: "Ciudad,Calle,Tarjeta,Correo,Teléfono,Nombre,Apellido,Nota,Empresa,Cupón",
  ru: "Город,Улица,Карта,Почта,Телефон,Имя,Фамилия,Заметка,Фирма,Купон",
  ja: "市,通り,カード,メール,けいたい,なまえ,せい,メモ,かいしゃ,クーポン",
} as const;
const SENTENCES = {
  en: "Choose what to keep.,Nothing is lost.,You can change this later.,Ask a friend.,Read this first.,Almost done.",
  de: "Was soll bleiben?,Nichts geht verloren.,Später änderbar.,Frag Freunde.,Lies das zuerst.,Fast fertig.",
  fr: "Que garder ?,Rien n'est perdu.,Modifiable plus tard.,Demandez.,Lisez d'abord.,Presque fini.",
  es: "Qué guardar.,Nada se pierde.,Se puede cambiar.,Pregunta.,Lee esto.,Casi listo.",
  ru: "Что оставить?,Ничего не пропадёт.,Можно изменить.,Спроси друга.,Прочти это.,Почти всё.",
  ja: "なにをのこすか。,なくなりません。,あとでかえる。,ともにきく。,さきによむ。,もう少し。",
} as const;
const POOLS = { action: ACTIONS, topic: TOPICS, field: FIELDS, sentence: SENTENCES } as const;
export type Pool = keyof typeof POOLS;
export type Language = keyof typeof ACTIONS;
export const LANGUAGES: readonly Language[] = ["en", "de", "fr", "es", "ru", "ja"];

const NAMES = "Bob,Alice,Carol,Dmitri,Emma,Frank,Greta,Hugo,Ines,Jonas,Keiko,Lena,Mehmet,Nora,Omar,Paula".split(",");
const SUMS = ["5 €", "500 €", "$4.20", "$420.00", "£12", "£120", "1,50 €", "150 €", "¥900", "¥90000"] as const;

function wordsOf(pool: Pool, language: Language): readonly string[] {
  return POOLS[pool][language].split(",");
}

export function plain(text: string): Words {
  return { text, nature: "plain" };
}

export function counter(text: string): Words {
  return { text, nature: "counter" };
}

/** Words of a pool that are not in `but`. */
export function anyWords(pool: Pool, language: Language, random: () => number, but: ReadonlySet<string> = NONE): Words {
  const free = wordsOf(pool, language).filter((text) => !but.has(text));
  return plain(free.length > 0 ? pick(free, random) : `${pick(wordsOf(pool, language), random)} ${but.size}`);
}

export function anyName(random: () => number, but: ReadonlySet<string> = NONE): Words {
  const free = NAMES.filter((text) => !but.has(text));
  return { text: pick(free.length > 0 ? free : NAMES, random), nature: "name" };
}

export function anySum(random: () => number, but = ""): Words {
  return {
    text: pick(
      SUMS.filter((text) => text !== but),
      random,
    ),
    nature: "money",
  };
}

/** Whether the words are those of a send button: a number on it is the thing that is sent, so a change matters. */
export function sends({ text }: Words): boolean {
  const at = wordsOf("action", "en").indexOf("Send");
  return LANGUAGES.some((language) => text.startsWith(wordsOf("action", language)[at] ?? ""));
}

/** The same words in another language; words that are in no pool stay the same. */
export function translated(words: Words, to: Language): Words {
  if (words.nature !== "plain") return words;
  for (const pool of Object.keys(POOLS).filter(isPool)) {
    for (const language of LANGUAGES) {
      const at = wordsOf(pool, language).indexOf(words.text);
      if (at >= 0) return plain(wordsOf(pool, to)[at] ?? words.text);
    }
  }
  return words;
}

function isPool(name: string): name is Pool {
  return Object.hasOwn(POOLS, name);
}

const NONE: ReadonlySet<string> = new Set();

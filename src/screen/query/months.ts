/**
 * The names of the months, long and short, in English, German, French, Spanish, Portuguese, Italian, Dutch, Polish,
 * Russian, Ukrainian, Turkish, Swedish, Czech, Greek, Arabic and Indonesian, in the form used beside a day (CLDR,
 * format style), folded and without diacritics. Names that mean different months in two of these languages are left
 * out.
 */
const NAMES = [
  "january jan januar janvier janv enero ene janeiro gennaio gen januari stycznia sty января янв січня січ ocak oca ledna ιανουαριου ιαν يناير",
  "february feb februar fevrier fevr febrero fevereiro fev febbraio februari lutego lut февраля февр лютого лют subat sub unora φεβρουαριου φεβ فبراير",
  "march mar marz mars marzo marco maart mrt marca марта мар березня бер mart brezna μαρτιου μαρ مارس maret",
  "april apr avril avr abril abr aprile kwietnia kwi апреля апр квітня квіт nisan nis dubna απριλιου απρ أبريل",
  "may mai mayo maio maggio mag mei maja maj мая травня трав mayis kvetna μαιου μαι مايو",
  "june jun juni juin junio junho giugno giu czerwca cze июня июн червня черв haziran haz cervna ιουνιου ιουν يونيو",
  "july jul juli juillet juil julio julho luglio lug lipca lip июля июл липня лип temmuz tem cervence ιουλιου ιουλ يوليو",
  "august aug aout agosto ago augustus sierpnia sie августа авг серпня серп agustos agu augusti srpna αυγουστου αυγ أغسطس agustus",
  "september sep sept septembre septiembre setembro set settembre wrzesnia wrz сентября сент вересня вер eylul eyl zari σεπτεμβριου σεπ سبتمبر",
  "october oct oktober okt octobre octubre outubro out ottobre ott pazdziernika paz октября окт жовтня жовт ekim eki rijna οκτωβριου οκτ أكتوبر",
  "november nov novembre noviembre novembro listopada lis ноября нояб листопада лист kasim kas listopadu νοεμβριου νοε نوفمبر",
  "december dec dezember dez decembre diciembre dic dezembro dicembre grudnia gru декабря дек грудня груд aralik ara prosince δεκεμβριου δεκ ديسمبر desember des",
];

/** The number of the month, 1–12, by its name. */
export const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMES.flatMap((names, place) => names.split(" ").map((name) => [name, place + 1] as const)),
);

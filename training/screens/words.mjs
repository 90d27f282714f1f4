const split = (text) => text.split(" ");
const POOLS = {
  en: split(
    "account settings privacy profile update network battery display sound storage security location photo music video message call contact calendar search share delete send save cancel open close next previous home library download upload order cart pay travel hotel flight weather news sport health sleep step water daily weekly report team project task note list friend group event today tomorrow new free best deal about help support language theme dark backup restore sync device camera",
  ),
  de: split(
    "Einstellungen Benachrichtigungen Datenschutz Konto Sicherheit Speicherplatz Anzeige Ton Netzwerk Verbindung Suche Teilen Löschen Senden Speichern Abbrechen Weiter Zurück Bestellung Warenkorb Lieferung Wetter Nachrichten Gesundheit Aufgabe Freunde Gruppe Heute Morgen Hilfe Über",
  ),
  fr: split(
    "paramètres compte confidentialité sécurité affichage réseau batterie recherche partager supprimer envoyer enregistrer annuler suivant précédent accueil commande panier livraison météo santé tâche amis groupe événement aide langue sauvegarde",
  ),
  ru: split(
    "настройки уведомления конфиденциальность аккаунт безопасность память экран звук сеть поиск поделиться удалить отправить сохранить отмена далее назад главная заказ корзина доставка погода новости здоровье задача друзья группа событие сегодня помощь язык",
  ),
  el: split(
    "ρυθμίσεις λογαριασμός ασφάλεια οθόνη ήχος δίκτυο αναζήτηση διαγραφή αποστολή άκυρο επόμενο αρχική καλάθι καιρός νέα υγεία βοήθεια γλώσσα",
  ),
  ar: split(
    "الإعدادات الحساب الخصوصية الأمان الشاشة الصوت الشبكة بحث مشاركة حذف إرسال حفظ إلغاء التالي السابق الرئيسية الطلب السلة التوصيل الطقس الأخبار الصحة مهمة الأصدقاء مجموعة اليوم مساعدة اللغة",
  ),
  he: split(
    "הגדרות חשבון פרטיות אבטחה תצוגה צליל רשת חיפוש שיתוף מחיקה שליחה שמירה ביטול הבא הקודם בית הזמנה עגלה משלוח מזג חדשות בריאות משימה חברים היום עזרה שפה",
  ),
  hi: split(
    "सेटिंग खाता गोपनीयता सुरक्षा डिस्प्ले ध्वनि नेटवर्क खोज साझा हटाएं भेजें सहेजें रद्द अगला पिछला होम ऑर्डर कार्ट मौसम समाचार स्वास्थ्य कार्य मित्र समूह आज सहायता भाषा",
  ),
  th: split(
    "การตั้งค่า บัญชี ความเป็นส่วนตัว ความปลอดภัย หน้าจอ เสียง เครือข่าย ค้นหา แชร์ ลบ ส่ง บันทึก ยกเลิก ถัดไป หน้าแรก ตะกร้า อากาศ ข่าว สุขภาพ วันนี้ ช่วยเหลือ ภาษา",
  ),
  ko: split(
    "설정 계정 개인정보 보안 화면 소리 네트워크 검색 공유 삭제 보내기 저장 취소 다음 이전 홈 주문 장바구니 배송 날씨 뉴스 건강 할일 친구 그룹 오늘 도움말 언어 백업 사진 음악",
  ),
};
const HAN =
  "设置账号隐私安全显示声音网络搜索分享删除发送保存取消下一步上首页订单购物车配送天气新闻健康任务朋友群组今天帮助语言备份照片音乐我的推荐直播歌单排行最近播放会员中心消息通知电池存储位置相机更多全部登录注册立即使用";
const KANA =
  "設定アカウント通知表示音量検索共有削除送信保存キャンセル次へ戻るホーム注文カート天気ニュース健康タスク友達今日ヘルプ言語写真音楽おすすめランキング";

const WEIGHTS = { en: 40, de: 6, fr: 6, ru: 7, el: 2, ar: 6, he: 3, hi: 4, th: 3, ko: 6, zh: 14, ja: 7 };
export const pickLanguage = (r) => r.weighted(WEIGHTS);
export const isRightToLeft = (language) => language === "ar" || language === "he";

/** Makes words of one language: `word()`, `phrase(low, high)` in words, `number()`. */
export function createWords(r, language) {
  const dense = language === "zh" ? HAN : language === "ja" ? KANA : undefined;
  const capital = r.chance(0.8);
  const word = () => {
    if (!dense) return r.pick(POOLS[language]);
    return r.times(r.int(2, 4), () => r.pick([...dense])).join("");
  };
  const phrase = (low, high) => {
    const text = r.times(r.int(low, high), word).join(dense ? "" : " ");
    return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  };
  const number = () =>
    r.pick([
      () => `${r.int(0, 99)}`,
      () => `${r.int(0, 23)}:${String(r.int(0, 59)).padStart(2, "0")}`,
      () => `${r.int(1, 100)}%`,
      () => `$${r.int(1, 999)}.${r.int(10, 99)}`,
      () => `${r.int(1, 31)}.${r.int(1, 12)}.20${r.int(10, 26)}`,
      () => `${r.real(0, 9).toFixed(1)}k`,
    ])();
  return { word, phrase, number, sentence: () => phrase(5, 14) };
}

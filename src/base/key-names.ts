/**
 * Names of the keys by their codes, from 0 on, without KEYCODE_: android.view.KeyEvent up to API 36. `input keyevent`
 * presses key 0 for an unknown name and reports no error, so Fovea checks names against this table.
 */
const NAMES: readonly string[] = `UNKNOWN SOFT_LEFT SOFT_RIGHT HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND
DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT DPAD_CENTER VOLUME_UP VOLUME_DOWN POWER CAMERA CLEAR A B C D E F G H I J K L M N
O P Q R S T U V W X Y Z COMMA PERIOD ALT_LEFT ALT_RIGHT SHIFT_LEFT SHIFT_RIGHT TAB SPACE SYM EXPLORER ENVELOPE ENTER DEL
GRAVE MINUS EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT NUM HEADSETHOOK FOCUS PLUS MENU
NOTIFICATION SEARCH MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS MEDIA_REWIND MEDIA_FAST_FORWARD MUTE PAGE_UP
PAGE_DOWN PICTSYMBOLS SWITCH_CHARSET BUTTON_A BUTTON_B BUTTON_C BUTTON_X BUTTON_Y BUTTON_Z BUTTON_L1 BUTTON_R1 BUTTON_L2
BUTTON_R2 BUTTON_THUMBL BUTTON_THUMBR BUTTON_START BUTTON_SELECT BUTTON_MODE ESCAPE FORWARD_DEL CTRL_LEFT CTRL_RIGHT
CAPS_LOCK SCROLL_LOCK META_LEFT META_RIGHT FUNCTION SYSRQ BREAK MOVE_HOME MOVE_END INSERT FORWARD MEDIA_PLAY MEDIA_PAUSE
MEDIA_CLOSE MEDIA_EJECT MEDIA_RECORD F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_LOCK NUMPAD_0 NUMPAD_1 NUMPAD_2 NUMPAD_3
NUMPAD_4 NUMPAD_5 NUMPAD_6 NUMPAD_7 NUMPAD_8 NUMPAD_9 NUMPAD_DIVIDE NUMPAD_MULTIPLY NUMPAD_SUBTRACT NUMPAD_ADD
NUMPAD_DOT NUMPAD_COMMA NUMPAD_ENTER NUMPAD_EQUALS NUMPAD_LEFT_PAREN NUMPAD_RIGHT_PAREN VOLUME_MUTE INFO CHANNEL_UP
CHANNEL_DOWN ZOOM_IN ZOOM_OUT TV WINDOW GUIDE DVR BOOKMARK CAPTIONS SETTINGS TV_POWER TV_INPUT STB_POWER STB_INPUT
AVR_POWER AVR_INPUT PROG_RED PROG_GREEN PROG_YELLOW PROG_BLUE APP_SWITCH BUTTON_1 BUTTON_2 BUTTON_3 BUTTON_4 BUTTON_5
BUTTON_6 BUTTON_7 BUTTON_8 BUTTON_9 BUTTON_10 BUTTON_11 BUTTON_12 BUTTON_13 BUTTON_14 BUTTON_15 BUTTON_16
LANGUAGE_SWITCH MANNER_MODE 3D_MODE CONTACTS CALENDAR MUSIC CALCULATOR ZENKAKU_HANKAKU EISU MUHENKAN HENKAN
KATAKANA_HIRAGANA YEN RO KANA ASSIST BRIGHTNESS_DOWN BRIGHTNESS_UP MEDIA_AUDIO_TRACK SLEEP WAKEUP PAIRING MEDIA_TOP_MENU
11 12 LAST_CHANNEL TV_DATA_SERVICE VOICE_ASSIST TV_RADIO_SERVICE TV_TELETEXT TV_NUMBER_ENTRY TV_TERRESTRIAL_ANALOG
TV_TERRESTRIAL_DIGITAL TV_SATELLITE TV_SATELLITE_BS TV_SATELLITE_CS TV_SATELLITE_SERVICE TV_NETWORK TV_ANTENNA_CABLE
TV_INPUT_HDMI_1 TV_INPUT_HDMI_2 TV_INPUT_HDMI_3 TV_INPUT_HDMI_4 TV_INPUT_COMPOSITE_1 TV_INPUT_COMPOSITE_2
TV_INPUT_COMPONENT_1 TV_INPUT_COMPONENT_2 TV_INPUT_VGA_1 TV_AUDIO_DESCRIPTION TV_AUDIO_DESCRIPTION_MIX_UP
TV_AUDIO_DESCRIPTION_MIX_DOWN TV_ZOOM_MODE TV_CONTENTS_MENU TV_MEDIA_CONTEXT_MENU TV_TIMER_PROGRAMMING HELP
NAVIGATE_PREVIOUS NAVIGATE_NEXT NAVIGATE_IN NAVIGATE_OUT STEM_PRIMARY STEM_1 STEM_2 STEM_3 DPAD_UP_LEFT DPAD_DOWN_LEFT
DPAD_UP_RIGHT DPAD_DOWN_RIGHT MEDIA_SKIP_FORWARD MEDIA_SKIP_BACKWARD MEDIA_STEP_FORWARD MEDIA_STEP_BACKWARD SOFT_SLEEP
CUT COPY PASTE SYSTEM_NAVIGATION_UP SYSTEM_NAVIGATION_DOWN SYSTEM_NAVIGATION_LEFT SYSTEM_NAVIGATION_RIGHT ALL_APPS
REFRESH THUMBS_UP THUMBS_DOWN PROFILE_SWITCH VIDEO_APP_1 VIDEO_APP_2 VIDEO_APP_3 VIDEO_APP_4 VIDEO_APP_5 VIDEO_APP_6
VIDEO_APP_7 VIDEO_APP_8 FEATURED_APP_1 FEATURED_APP_2 FEATURED_APP_3 FEATURED_APP_4 DEMO_APP_1 DEMO_APP_2 DEMO_APP_3
DEMO_APP_4 KEYBOARD_BACKLIGHT_DOWN KEYBOARD_BACKLIGHT_UP KEYBOARD_BACKLIGHT_TOGGLE STYLUS_BUTTON_PRIMARY
STYLUS_BUTTON_SECONDARY STYLUS_BUTTON_TERTIARY STYLUS_BUTTON_TAIL RECENT_APPS MACRO_1 MACRO_2 MACRO_3 MACRO_4
EMOJI_PICKER SCREENSHOT DICTATE NEW CLOSE DO_NOT_DISTURB PRINT LOCK FULLSCREEN F13 F14 F15 F16 F17 F18 F19 F20 F21 F22
F23 F24`.split(/\s+/);

/** The last key code of each release with new keys; the first row is Android 7. */
const LAST_CODES: readonly (readonly [apiLevel: number, lastCode: number])[] = [
  [24, 279],
  [25, 283],
  [28, 285],
  [29, 288],
  [33, 307],
  [34, 316],
  [35, 318],
  [36, 337],
];

export interface KeyName {
  /** The name with KEYCODE_, as `input keyevent` expects it. */
  readonly name: string;
  /** The first API level that has it. */
  readonly since: number;
}

/** The key of a name, with or without KEYCODE_, or of a code; undefined if Android has none. */
export function findKey(word: string): KeyName | undefined {
  const name = word.toUpperCase().replace(/^KEYCODE_/, "");
  const isCode = /^\d{1,3}$/.test(word);
  const code = isCode ? Number(word) : NAMES.indexOf(name);
  const found = code > 0 ? NAMES[code] : undefined;
  const since = LAST_CODES.find(([, last]) => code <= last)?.[0];
  return found === undefined || since === undefined ? undefined : { name: `KEYCODE_${found}`, since };
}

/** Names of keys that contain the word, for suggestions. */
export function similarKeys(word: string): readonly string[] {
  const part = word.toUpperCase().replace(/^KEYCODE_/, "");
  return part.length < 2 ? [] : NAMES.slice(1).filter((name) => name.includes(part));
}

/** Short names for the keys that are used most; every `KEYCODE_…` name and code works as well. */
export const KEYS = {
  back: "KEYCODE_BACK",
  home: "KEYCODE_HOME",
  recents: "KEYCODE_APP_SWITCH",
  enter: "KEYCODE_ENTER",
  delete: "KEYCODE_DEL",
  tab: "KEYCODE_TAB",
  escape: "KEYCODE_ESCAPE",
  space: "KEYCODE_SPACE",
  search: "KEYCODE_SEARCH",
  menu: "KEYCODE_MENU",
  power: "KEYCODE_POWER",
  wakeup: "KEYCODE_WAKEUP",
  sleep: "KEYCODE_SLEEP",
  up: "KEYCODE_DPAD_UP",
  down: "KEYCODE_DPAD_DOWN",
  left: "KEYCODE_DPAD_LEFT",
  right: "KEYCODE_DPAD_RIGHT",
  center: "KEYCODE_DPAD_CENTER",
  volume_up: "KEYCODE_VOLUME_UP",
  volume_down: "KEYCODE_VOLUME_DOWN",
} as const;

/** Panels that no key opens on every release, with the global actions that only the companion can perform. */
export const PANELS = { notifications: "notifications", quick_settings: "quickSettings" } as const;

/** Whether a key can be pressed by this word: a key that Android has, or one of the panels. */
export function isKeyWord(word: string): boolean {
  return keyOfWord(word) !== undefined || Object.hasOwn(PANELS, word.toLowerCase());
}

/** The key of a short name, a KEYCODE_ name or a code; undefined if Android has none. */
export function keyOfWord(word: string): KeyName | undefined {
  const short = Object.entries(KEYS).find(([name]) => name === word.toLowerCase());
  // A single digit means the key that types it: the keys with such small codes are soft keys, home, back and the like.
  return findKey(short ? short[1] : /^\d$/.test(word) ? `KEYCODE_${word}` : word);
}

/** Keys of a full keyboard that type a character, besides letters and digits (frameworks/base Generic.kcm). */
const SIGNS: ReadonlySet<string> = new Set(
  `STAR POUND COMMA PERIOD SPACE GRAVE MINUS EQUALS LEFT_BRACKET RIGHT_BRACKET BACKSLASH SEMICOLON APOSTROPHE SLASH AT PLUS
NUMPAD_DIVIDE NUMPAD_MULTIPLY NUMPAD_SUBTRACT NUMPAD_ADD NUMPAD_DOT NUMPAD_COMMA NUMPAD_EQUALS NUMPAD_LEFT_PAREN
NUMPAD_RIGHT_PAREN YEN RO`.split(/\s+/),
);

/** Whether the key types a character when a text field has the focus. */
export function typesCharacter({ name }: Pick<KeyName, "name">): boolean {
  const bare = name.replace(/^KEYCODE_/, "");
  return /^(?:[A-Z]|(?:NUMPAD_)?\d|1[12])$/.test(bare) || SIGNS.has(bare);
}

/** Whether a key (its name, with or without KEYCODE_) types a character into a field or pastes the clipboard. */
export function fillsIn(name: string): boolean {
  return typesCharacter({ name }) || /^(?:KEYCODE_)?PASTE$/.test(name);
}

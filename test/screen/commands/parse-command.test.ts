import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isFoveaError } from "../../../src/base/errors.js";
import type { SpokenCommand } from "../../../src/screen/commands/command.js";
import { parseCommand, parseCommands } from "../../../src/screen/commands/parse-command.js";
import type { Target } from "../../../src/screen/selector.js";
import { printTarget } from "../../../src/screen/selector-print.js";
import { anyCharacter } from "../../support/any-character.js";

/** A command in one line. */
function printed(command: SpokenCommand): string {
  const on = (target: Target | null) => (target === null ? "-" : printTarget(target));
  switch (command.verb) {
    case "tap":
      return `tap ${on(command.target)}${command.count > 1 ? ` x${command.count}` : ""}${command.holdMs > 0 ? ` ${command.holdMs}ms` : ""}`;
    case "set":
      return `set ${command.on} ${command.name}`;
    case "swipe":
      return `swipe ${command.direction} ${on(command.target)}${command.speed === "normal" ? "" : ` ${command.speed}`}`;
    case "swipeBetween":
    case "drag":
      return `${command.verb} ${on(command.from)} > ${on(command.to)}`;
    case "pinch":
      return `pinch ${command.percent} ${on(command.target)}`;
    case "type":
      return `type <${command.text}> ${on(command.target)}${command.clear ? " clear" : ""}${command.submit ? " submit" : ""}`;
    case "key":
      return `key ${command.key}${command.count > 1 ? ` x${command.count}` : ""}`;
    case "open":
      return `open ${command.name}${command.isApp ? " app" : ""}`;
    case "close":
      return `close ${command.name}`;
    case "url":
      return `url ${command.url}`;
  }
}

/** A sentence, and its meaning; null if it has to be refused. */
const SENTENCES: readonly (readonly [string, string | null])[] = [
  ["tap Save", 'tap ?"Save"'],
  ["Tap the Save button.", 'tap ?"the Save button"'],
  ["please click on the delete button on row Milk", 'tap ?"the delete button on row Milk"'],
  ["could you tap on 'Sign in', please?", 'tap "Sign in"'],
  ['tap "Sign in"', 'tap "Sign in"'],
  ['tap button "Sign in"', 'tap button "Sign in"'],
  ["tap e12", "tap e12"],
  ["tap 540,1200", "tap 540,1200"],
  ["tap 50%,62%", "tap 50%,62%"],
  ["tap id/login", "tap id/login"],
  ["touch the button at the bottom right", 'tap ?"the button at the bottom right"'],
  ["press OK in the dialog", 'tap ?"OK in the dialog"'],
  ["select Option 2 in the drop-down", 'tap ?"Option 2 in the drop-down"'],
  ["choose 'Option 2' from the list", "tap ?\"'Option 2' from the list\""],
  ["pick the second row", 'tap ?"the second row"'],
  ["hit Next", 'tap ?"Next"'],
  ["tap Save and close", 'tap ?"Save and close"'],
  ["tap Terms and conditions", 'tap ?"Terms and conditions"'],
  ["tap home", 'tap ?"home"'],
  ["tap Back", 'tap ?"Back"'],
  ["double tap the map", 'tap ?"the map" x2'],
  ["double-click on Photo", 'tap ?"Photo" x2'],
  ["tap the heart twice", 'tap ?"the heart" x2'],
  ["tap Plus three times", 'tap ?"Plus" x3'],
  ["triple tap the text", 'tap ?"the text" x3'],
  ["tap Plus ten times", 'tap ?"Plus ten times"'],
  ["tap Plus 10 times", null],
  ["long press on row Milk", 'tap ?"row Milk" 800ms'],
  ["long-press the icon", 'tap ?"the icon" 800ms'],
  ["press and hold Record for 3 seconds", 'tap ?"Record" 3000ms'],
  ["hold e5 for 1500 ms", "tap e5 1500ms"],
  ["right-click the file", 'tap ?"the file" 800ms'],
  ["tap and hold the first email", 'tap ?"the first email" 800ms'],
  ["turn on Wi-Fi", "set true Wi-Fi"],
  ["turn Wi-Fi off", "set false Wi-Fi"],
  ["switch off Bluetooth", "set false Bluetooth"],
  ["enable dark theme", "set true dark theme"],
  ["disable the third alarm", "set false the third alarm"],
  ["check the terms box", "set true the terms box"],
  ["uncheck Remember me", "set false Remember me"],
  ["toggle Airplane mode", "set null Airplane mode"],
  ["type hello", "type <hello> -"],
  ["type hello in the search box", 'type <hello> ?"the search box"'],
  ["type hello world into the message field", 'type <hello world> ?"the message field"'],
  ['type "meet me in Paris" in the message box', 'type <meet me in Paris> ?"the message box"'],
  ["type \"it's 5 o'clock\"", "type <it's 5 o'clock> -"],
  ['enter "ann@example.com" into Email', 'type <ann@example.com> ?"Email field"'],
  ["enter 'Abc' in the field below Name", 'type <Abc> ?"the field below Name"'],
  ['write "  two  spaces " in e5', "type <  two  spaces > e5"],
  ["type cats in the search bar and press enter", 'type <cats> ?"the search bar" submit'],
  ['type "cats" and press enter', "type <cats> - submit"],
  ["type meet me in Paris", null],
  ["type salt in water in the notes field", null],
  ["type tap Save", "type <tap Save> -"],
  ['type "go back, then tap OK"', "type <go back, then tap OK> -"],
  ["enter the text 'abc' in the name field", 'type <abc> ?"the name field"'],
  ["fill in the Email field with ann@example.com", 'type <ann@example.com> ?"the Email field" clear'],
  ["fill the form field Name with 'Abc Def'", 'type <Abc Def> ?"the form field Name" clear'],
  ['set Title to "Ideas"', 'type <Ideas> ?"Title field" clear'],
  ["replace the text in the title field with Plans", 'type <Plans> ?"the title field" clear'],
  ["clear the search box", 'type <> ?"the search box" clear'],
  ["empty the text of Notes", 'type <> ?"Notes field" clear'],
  ["clear all", null],
  ["search for cats", 'type <cats> ?"search field" clear submit'],
  ["search for 'cats in hats'", 'type <cats in hats> ?"search field" clear submit'],
  ["search for cats in hats", null],
  ["drag the file to Documents", 'drag ?"the file" > ?"Documents"'],
  ["drag the Report icon onto the Archive folder", 'drag ?"the Report icon" > ?"the Archive folder"'],
  ["drag and drop e5 to e9", "drag e5 > e9"],
  ["move Milk to the top of the list", 'drag ?"Milk" > ?"the top of the list"'],
  ["drag the slider", null],
  ["drag the note to do to Done", null],
  ['drag "to do" to "Done"', 'drag "to do" > "Done"'],
  ["drag 100,200 to 300,400", "drag 100,200 > 300,400"],
  ["scroll down", "swipe up -"],
  ["scroll up", "swipe down -"],
  ["scroll down in the list", 'swipe up ?"the list"'],
  ["scroll the list down", 'swipe up ?"the list"'],
  ["scroll right in the carousel", 'swipe left ?"the carousel"'],
  ["scroll down a little", "swipe up - slow"],
  ["scroll down fast", "swipe up - fast"],
  ["page down", "swipe up -"],
  ["scroll", null],
  ["scroll to the bottom", null],
  ["swipe up", "swipe up -"],
  ["swipe left on row Milk", 'swipe left ?"row Milk"'],
  ["swipe the card right", 'swipe right ?"the card"'],
  ["fling up", "swipe up - fast"],
  ["swipe from 540,1800 to 540,600", "swipeBetween 540,1800 > 540,600"],
  ["pull to refresh", "swipe down -"],
  ["zoom in", "pinch 200 -"],
  ["zoom out on the map", 'pinch 50 ?"the map"'],
  ["pinch in", "pinch 50 -"],
  ["pinch out on the photo", 'pinch 200 ?"the photo"'],
  ["go back", "key back"],
  ["back", "key back"],
  ["press back", "key back"],
  ["press the back button twice", "key back x2"],
  ["go back 3 times", "key back x3"],
  ["go home", "key home"],
  ["go to the home screen", "key home"],
  ["press enter", "key enter"],
  ["open recent apps", "key recents"],
  ["volume up", "key volume_up"],
  ["turn down the volume", "key volume_down"],
  ["lock the screen", "key sleep"],
  ["wake up the phone", "key wakeup"],
  ["open the notification shade", "key notifications"],
  ["show quick settings", "key quick_settings"],
  ["press the tab key", "key tab"],
  ["press the volume up key", "key volume_up"],
  ["press the page down key", "key page_down"],
  ["open Settings", "open Settings"],
  ["open the Clock app", "open Clock app"],
  ["launch com.example.app", "open com.example.app app"],
  ["start the app Notes", "open Notes app"],
  ["switch to the Messages app", "open Messages app"],
  ["open 'My file'", "open 'My file'"],
  ["close the Clock app", "close Clock"],
  ["force stop com.example.app", "close com.example.app"],
  ["close the dialog", null],
  ["open https://example.com/a?b=c", "url https://example.com/a?b=c"],
  ["go to www.example.com", "url https://www.example.com"],
  ["tap Save and go back", null],
  ["type in Age 5", null],
  ["tap Save, then tap OK", null],
  ["tap Save; tap OK", null],
  ["go back then scroll down", null],
  ['tap "Save; tap OK"', 'tap "Save; tap OK"'],
  ["make me a sandwich", null],
  ["hover over the menu", null],
  ["wait for the spinner", null],
  ["delete Milk", null],
  ["", null],
  ["please", null],
];

test("a sentence is parsed as the one action it says, or refused with the part that was not understood", () => {
  const wrong = SENTENCES.flatMap(([sentence, meant]) => {
    try {
      const found = printed(parseCommand(sentence));
      return found === meant ? [] : [`${sentence}: wanted ${meant ?? "a refusal"}, found ${found}`];
    } catch (error) {
      if (!isFoveaError(error)) throw error;
      const isRefused = meant === null && error.code === "COMMAND_UNCLEAR" && error.hint.length > 0;
      return isRefused ? [] : [`${sentence}: wanted ${meant}, refused with ${error.code}: ${error.message}`];
    }
  });
  assert.equal(wrong.length, 0, wrong.join("\n"));
  assert.ok(SENTENCES.length >= 120);
});

test("a refusal repeats the part that was not understood as it was written", () => {
  const message = (sentence: string) => {
    try {
      return printed(parseCommand(sentence));
    } catch (error) {
      return isFoveaError(error, "COMMAND_UNCLEAR") ? error.message : String(error);
    }
  };
  assert.equal(
    message("juggle 'the balls'"),
    '"juggle \'the balls\'" is not understood: no action is known that begins with "juggle"',
  );
  assert.equal(message('tap "A" then type "B"'), '"tap "A"" and "type "B"" are two actions');
  assert.match(message("type meet me in Paris"), /does not say which words are to be typed/);
});

test("text in quotes is typed character for character, whatever it says", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), (content) => {
      const quoted = `"${content.replace(/["\\]/g, "\\$&")}"`;
      const clean = content.replace(/[\ue000\ue001]/g, "");
      const command = parseCommand(`type ${quoted} in the search box`);
      assert.ok(command.verb === "type" && command.text === clean && command.target !== null);
    }),
  );
});

test("any text of any length is parsed or refused with a code", () => {
  const word = fc.constantFrom(
    "tap",
    "type",
    "in",
    "to",
    "drag",
    "and",
    "then",
    "press",
    '"',
    "'",
    "the",
    "swipe",
    "up",
    "#",
    "(",
    "e5",
    "?",
    "on",
    "twice",
    "is",
  );
  const anything = fc.array(fc.oneof(word, fc.string({ unit: anyCharacter, maxLength: 4 })), { maxLength: 40 });
  fc.assert(
    fc.property(anything, (words) => {
      try {
        parseCommand(words.join(" "));
      } catch (error) {
        assert.ok(isFoveaError(error, "COMMAND_UNCLEAR") || isFoveaError(error, "SELECTOR_SYNTAX"), String(error));
      }
    }),
    { numRuns: 500 },
  );
  for (const endless of ["tap ", "to ", "in ", "and ", "'", "a "]) {
    try {
      parseCommand(`drag ${endless.repeat(600)}`);
    } catch (error) {
      assert.ok(isFoveaError(error));
    }
  }
});

test("several actions in one sentence are parsed in order, all of them or none", () => {
  const verbs = (sentence: string) => parseCommands(sentence).map(({ verb }) => verb);
  assert.deepEqual(verbs('tap "A" then type "B" in field "C", and then press enter'), ["tap", "type", "key"]);
  assert.deepEqual(verbs("tap Save and go back"), ["tap", "key"]);
  const saved = parseCommands("tap Save and then go back; then tap Close");
  assert.deepEqual(saved, ["tap Save", "go back", "tap Close"].map(parseCommand));
  assert.deepEqual(verbs("tap Save and close"), ["tap"]);
  assert.deepEqual(verbs("press and hold Save"), ["tap"]);
  for (const sentence of ['tap "A" then juggle', "juggle and go back", Array(6).fill("go back").join(" then ")])
    assert.throws(() => parseCommands(sentence), { code: "COMMAND_UNCLEAR" }, sentence);
});

test("a sentence with too many parts is refused, and not parsed again from each part", () => {
  const text = `type ${"x and ".repeat(2_000)}y into the field`;
  assert.throws(() => parseCommand(text), { code: "COMMAND_UNCLEAR", message: /goes on more than 100 times/ });
  assert.equal(parseCommand(`type "${"x and ".repeat(2_000)}y" into the field`).verb, "type");
});

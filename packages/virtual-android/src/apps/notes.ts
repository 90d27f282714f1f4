import { FieldModel } from "../ui/field.js";
import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { column, text } from "../ui/widgets/basic.js";
import { floatingButton, iconButton } from "../ui/widgets/buttons.js";
import { card, list } from "../ui/widgets/lists.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { overlay, page } from "./builder.js";

const PACKAGE = "com.fovea.notes";
/** The host whose links it opens. */
const LINKS = "notes.example.org";
const EXTRA_TEXT = "android.intent.extra.TEXT";

interface Note {
  title: string;
  body: string;
}

/** Notes that can be written, deleted and shared; accepts what other apps share. */
export function notesApp(): App {
  const notes: Note[] = [
    { title: "Shopping", body: "Milk, bread, tomatoes, basil, olive oil" },
    { title: "Ideas for the garden", body: "Raised beds along the south wall.\nA bench under the apple tree." },
    { title: "Wi-Fi at the cabin", body: "The password is on the fridge." },
    { title: "Books to read", body: "The one about whales. The one about maps." },
  ];
  return {
    packageName: PACKAGE,
    label: "Notes",
    icon: { symbol: "list", color: 0xffb0851f },
    activities: [
      {
        className: `${PACKAGE}.NotesActivity`,
        isLauncher: true,
        filters: [{ action: "android.intent.action.VIEW", schemes: ["https"], hosts: [LINKS], isAutoVerified: true }],
        open: (host) => listScreen(host, notes),
      },
      {
        className: `${PACKAGE}.EditActivity`,
        filters: [
          { action: "android.intent.action.SEND", types: ["text/*"] },
          { action: "android.intent.action.SENDTO", schemes: ["mailto"] },
        ],
        open: (host, intent) => {
          const index = intent.extras?.get("index");
          const known = index === undefined ? undefined : notes[Number(index)];
          return editScreen(host, { notes, note: known ?? { title: "", body: intent.extras?.get(EXTRA_TEXT) ?? "" } });
        },
      },
    ],
  };
}

function listScreen(host: ActivityHost, notes: readonly Note[]): Screen {
  const scroll = new ScrollModel();
  const edit = (index?: number) =>
    host.start({
      component: `${PACKAGE}/.EditActivity`,
      ...(index !== undefined && { extras: new Map([["index", String(index)]]) }),
    });
  return {
    content: () =>
      overlay([
        page({ title: "Notes" }, [
          list(
            notes.map((note, i) => noteCard(note, () => edit(i))),
            scroll,
            { id: "notes", padding: { x: 16, y: 8 }, gap: 12 },
          ),
        ]),
        floatingButton("plus", "New note", () => edit(), { id: "new_note" }),
      ]),
  };
}

function noteCard(note: Note, onClick: () => void): View {
  return card(
    [
      text(note.title || "Untitled", { id: "note_title", size: 17, bold: "medium", lines: 1 }),
      text(note.body, { id: "note_body", size: 14, color: "textSoft", lines: 3 }),
    ],
    { gap: 6, onClick },
  );
}

function editScreen(host: ActivityHost, options: { notes: Note[]; note: Note }): Screen {
  const { notes, note } = options;
  const title = new FieldModel({ text: note.title, action: "next" });
  const body = new FieldModel({ kind: "multiline", text: note.body });
  const save = () => {
    Object.assign(note, { title: title.text, body: body.text });
    if (!notes.includes(note) && note.title + note.body !== "") notes.unshift(note);
  };
  const close = () => {
    save();
    host.finish();
  };
  const remove = () => {
    if (notes.includes(note)) notes.splice(notes.indexOf(note), 1);
    host.toast("Note deleted");
    host.finish();
  };
  const actions = [
    iconButton("share", "Share", () => share(host, `${title.text}\n${body.text}`.trim()), { id: "share" }),
    iconButton("trash", "Delete", remove, { id: "delete" }),
  ];
  return {
    onBack: () => {
      close();
      return true;
    },
    content: () =>
      page({ title: "Note", onBack: close, actions }, [
        column(
          [
            noteField(title, "Title", { id: "title", size: 22 }),
            noteField(body, "Write something", { id: "body", size: 16 }),
          ],
          { width: "fill", weight: 1, padding: { x: 8 } },
        ),
      ]),
  };
}

function noteField(field: FieldModel, hint: string, options: { id: string; size: number }): View {
  return {
    className: "android.widget.EditText",
    id: options.id,
    width: "fill",
    ...(field.isMultiline ? { weight: 1 } : { height: 56 }),
    padding: 12,
    text: { value: field.text === "" ? hint : field.shownText, size: options.size, color: "text" },
    hint,
    field,
  };
}

/** Opens the system's chooser for a text. */
export function share(host: ActivityHost, words: string): void {
  const extras = new Map([[EXTRA_TEXT, words]]);
  const send = {
    action: "android.intent.action.SEND",
    data: null,
    component: null,
    packageName: null,
    categories: [],
    type: "text/plain",
    extras,
  };
  host.start({ action: "android.intent.action.CHOOSER", inner: send });
}

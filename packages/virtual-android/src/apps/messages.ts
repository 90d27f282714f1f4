import { clockText } from "../ui/clock-text.js";
import { FieldModel } from "../ui/field.js";
import { ScrollModel } from "../ui/scroll.js";
import type { View } from "../ui/view.js";
import { column, letterBadge, row, spacer, text } from "../ui/widgets/basic.js";
import { floatingButton, iconButton } from "../ui/widgets/buttons.js";
import { plainField } from "../ui/widgets/inputs.js";
import { list } from "../ui/widgets/lists.js";
import type { ActivityHost, App, Screen } from "./app.js";
import { overlay, page } from "./builder.js";

const PACKAGE = "com.fovea.messages";

interface Message {
  readonly text: string;
  readonly isMine: boolean;
  readonly time: string;
}

interface Conversation {
  readonly name: string;
  readonly color: number;
  readonly messages: Message[];
  unread: number;
}

function conversation(
  name: string,
  color: number,
  messages: readonly (readonly [string, boolean])[],
  unread = 0,
): Conversation {
  const lines = messages.map(([words, isMine], i) => ({
    text: words,
    isMine,
    time: `9:${String(10 + i * 3).padStart(2, "0")}`,
  }));
  return { name, color, messages: lines, unread };
}

function firstConversations(): readonly Conversation[] {
  return [
    conversation(
      "Neighbour",
      0xffb3497a,
      [
        ["Are we still on for tonight?", false],
        ["Yes! 7 at the usual place", true],
        ["Perfect, see you there 🎉", false],
      ],
      1,
    ),
    conversation(
      "Team standup",
      0xff3f5aa9,
      [
        ["Build is green again", false],
        ["Nice, I will tag the release", true],
        ["Please wait for the last review", false],
      ],
      2,
    ),
    conversation("Dad", 0xff2f8f6b, [
      ["Did the parcel arrive?", false],
      ["It did, thank you!", true],
    ]),
    conversation("Pizza place", 0xffc9642f, [["Your order is on its way", false]]),
    conversation("Plumber", 0xff7a5bc7, [
      ["Can you send me the photos?", false],
      ["Tomorrow, promised", true],
    ]),
    conversation("Library", 0xff4a7d8c, [["Two books are due on Friday", false]]),
    conversation("Book club", 0xff9a6b1f, [
      ["Look at this sunset", false],
      ["Wow", true],
    ]),
    conversation("Bike shop", 0xff5b6478, [["Your bike is ready for pick-up", false]]),
    conversation("Grandma", 0xffa8456b, [["Call me when you have time", false]]),
  ];
}

/** A list of conversations, and the chat of each; sent messages stay. */
export function messagesApp(): App {
  const conversations = firstConversations();
  return {
    packageName: PACKAGE,
    label: "Messages",
    icon: { symbol: "chat", color: 0xff2f6fde },
    activities: [
      { className: `${PACKAGE}.ListActivity`, isLauncher: true, open: (host) => listScreen(host, conversations) },
      {
        className: `${PACKAGE}.ChatActivity`,
        filters: [
          { action: "android.intent.action.SEND", types: ["text/*"] },
          { action: "android.intent.action.SENDTO", schemes: ["sms", "smsto", "mailto"] },
        ],
        open: (host, intent) => {
          const wanted = conversations.find((c) => c.name === intent.extras?.get("name")) ?? conversations[0];
          if (!wanted) throw new Error("there is no conversation");
          return chatScreen(host, wanted, intent.extras?.get("android.intent.extra.TEXT") ?? "");
        },
      },
    ],
  };
}

function listScreen(host: ActivityHost, conversations: readonly Conversation[]): Screen {
  const scroll = new ScrollModel();
  const open = (entry: Conversation) => {
    entry.unread = 0;
    host.start({ component: `${PACKAGE}/.ChatActivity`, extras: new Map([["name", entry.name]]) });
  };
  const actions = [
    iconButton("search", "Search messages", () => host.toast("Nothing found")),
    iconButton("more", "More options", () => openMenu(host, conversations), { id: "more" }),
  ];
  const start = floatingButton("plus", "Start chat", () => host.toast("Choose a conversation"), {
    id: "start_chat",
    title: "Start chat",
  });
  return {
    content: () => {
      const rows = conversations.map((entry) => conversationRow(entry, () => open(entry)));
      return overlay([page({ title: "Messages", actions }, [list(rows, scroll, { id: "conversation_list" })]), start]);
    },
  };
}

function openMenu(host: ActivityHost, conversations: readonly Conversation[]): void {
  const readAll = () => {
    for (const entry of conversations) entry.unread = 0;
  };
  host.menu("more", [
    { title: "Mark all as read", onClick: readAll },
    { title: "Settings", onClick: () => host.toast("No settings yet") },
  ]);
}

function conversationRow(entry: Conversation, onClick: () => void): View {
  const isUnread = entry.unread > 0;
  const last = entry.messages.at(-1);
  const snippet = last?.isMine ? `You: ${last.text}` : (last?.text ?? "");
  const words = [
    text(entry.name, { id: "conversation_name", size: 17, bold: isUnread ? "bold" : "regular", lines: 1 }),
    text(snippet, { id: "conversation_snippet", size: 14, color: isUnread ? "text" : "textSoft", lines: 1 }),
  ];
  const time = text(last?.time ?? "", { id: "conversation_time", size: 12, color: "textSoft" });
  return row(
    [
      letterBadge(entry.name.charAt(0), { size: 48, color: entry.color }),
      column(words, { weight: 1, gap: 3 }),
      column(isUnread ? [time, unreadBadge(entry.unread)] : [time], { gap: 6, align: "end" }),
    ],
    {
      className: "android.widget.RelativeLayout",
      id: "swipeableContainer",
      width: "fill",
      minHeight: 76,
      padding: { x: 16, y: 12 },
      gap: 16,
      onClick,
      onLongClick: () => {},
    },
  );
}

function unreadBadge(count: number): View {
  return text(String(count), {
    id: "unread_count",
    label: `${count} unread`,
    size: 12,
    bold: "bold",
    color: "onPrimary",
    background: "primary",
    radius: 11,
    width: 22,
    height: 22,
    textAlign: "center",
  });
}

function chatScreen(host: ActivityHost, entry: Conversation, draft: string): Screen {
  const scroll = new ScrollModel();
  scroll.scrollToEnd();
  const send = () => {
    const words = field.text.trim();
    if (words === "") return;
    entry.messages.push({ text: words, isMine: true, time: clockText(host.wallMs()) });
    field.setText("");
    scroll.scrollToEnd();
    host.after(1500, () => {
      entry.messages.push({ text: `“${words}” – got it!`, isMine: false, time: clockText(host.wallMs()) });
      scroll.scrollToEnd();
    });
  };
  const field = new FieldModel({ kind: "text", action: "send", onSubmit: send, text: draft });
  const actions = [
    iconButton("phone", "Call", () => host.toast(`Calling ${entry.name}…`)),
    iconButton("more", "More options", () => host.toast("No options")),
  ];
  return {
    content: () =>
      page({ title: entry.name, onBack: () => host.finish(), actions }, [
        list(entry.messages.map(bubble), scroll, {
          id: "message_list",
          padding: { x: 12, y: 8 },
          gap: 8,
          justify: "end",
        }),
        composer(field, send),
      ]),
  };
}

function bubble(message: Message): View {
  const words = text(message.text, {
    id: "message_text",
    size: 16,
    color: message.isMine ? "onPrimary" : "text",
    background: message.isMine ? "primary" : "surfaceDim",
    radius: 18,
    padding: { x: 14, y: 10 },
    maxWidth: 280,
  });
  const time = text(message.time, { id: "message_status", size: 11, color: "textFaint", padding: { x: 8, top: 2 } });
  const body = column([words, time], { align: message.isMine ? "end" : "start" });
  return row(message.isMine ? [spacer(), body] : [body], {
    className: "android.widget.FrameLayout",
    width: "fill",
    isImportant: false,
  });
}

function composer(field: FieldModel, send: () => void): View {
  return row(
    [
      plainField({
        id: "compose_message_text",
        field,
        hint: "Text message",
        weight: 1,
        radius: 26,
        background: "surfaceDim",
        stroke: undefined,
        width: "wrap",
      }),
      iconButton("send", "Send", send, {
        id: "send_message_button",
        background: "primary",
        color: "onPrimary",
        isDisabled: field.text.trim() === "",
      }),
    ],
    { width: "fill", padding: { x: 10, y: 8 }, gap: 8 },
  );
}

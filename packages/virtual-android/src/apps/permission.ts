import type { View } from "../ui/view.js";
import { column, icon, text } from "../ui/widgets/basic.js";
import { button } from "../ui/widgets/buttons.js";
import { panel } from "../ui/widgets/overlays.js";
import type { ActivityHost, App, Screen } from "./app.js";

/** The appearance of a release's permission dialog, and the names of its views. */
export interface PermissionDialogFacts {
  /** `package/class` of the activity. */
  readonly component: string;
  /** The package of its resource ids. */
  readonly resources: string;
  /** The buttons from Android 11 on: while using the app, only this time, don't allow. Before: deny, allow. */
  readonly hasOneTimeGrant: boolean;
}

const QUESTIONS: Readonly<Record<string, string>> = {
  "android.permission.CAMERA": "take pictures and record video",
  "android.permission.RECORD_AUDIO": "record audio",
  "android.permission.ACCESS_FINE_LOCATION": "access this device's location",
};

/** The system's app that asks for permissions of other apps. */
export function permissionApp(facts: PermissionDialogFacts): App {
  const [packageName = "", className = ""] = facts.component.split("/");
  return {
    packageName,
    label: "Permission controller",
    icon: { symbol: "shield", color: 0xff3c8d5a },
    isSystem: true,
    activities: [
      {
        className,
        isExported: false,
        isTranslucent: true,
        open: (host, intent) => permissionScreen(host, facts, intent.extras ?? new Map()),
      },
    ],
  };
}

function permissionScreen(
  host: ActivityHost,
  facts: PermissionDialogFacts,
  extras: ReadonlyMap<string, string>,
): Screen {
  const owner = extras.get("package") ?? "";
  const permission = extras.get("permission") ?? "";
  const label = host.installedApps().find((app) => app.packageName === owner)?.label ?? owner;
  const grant = () => {
    host.grantPermission(owner, permission);
    host.finish("granted");
  };
  const deny = () => {
    host.denyPermission(owner, permission);
    host.finish("denied");
  };
  const choices = facts.hasOneTimeGrant ? newChoices(facts, grant, deny) : oldChoices(facts, grant, deny);
  const question = `Allow ${label} to ${QUESTIONS[permission] ?? permission}?`;
  return {
    onBack: () => {
      host.finish("denied");
      return true;
    },
    content: () => grantDialog(facts, question, choices),
  };
}

function grantDialog(facts: PermissionDialogFacts, question: string, choices: readonly View[]): View {
  const id = (name: string) => `${facts.resources}:id/${name}`;
  const align = facts.hasOneTimeGrant ? "center" : "start";
  const words = text(question, { id: id("permission_message"), size: 19, width: "fill", textAlign: align });
  const picture = icon("camera", { id: id("permission_icon"), size: 28, color: "primary" });
  return column([panel([picture, words, ...choices], { id: id("grant_dialog"), align })], {
    className: "android.widget.FrameLayout",
    id: id("grant_singleton"),
    width: "fill",
    height: "fill",
    align: "center",
    justify: "center",
    padding: 24,
  });
}

function newChoices(facts: PermissionDialogFacts, grant: () => void, deny: () => void): readonly View[] {
  const choice = (title: string, name: string, onClick: () => void) =>
    button(title, onClick, {
      id: `${facts.resources}:id/${name}`,
      kind: "tonal",
      width: "fill",
      height: 52,
      radius: 14,
    });
  return [
    column(
      [
        choice("While using the app", "permission_allow_foreground_only_button", grant),
        choice("Only this time", "permission_allow_one_time_button", grant),
        choice("Don't allow", "permission_deny_button", deny),
      ],
      { width: "fill", gap: 6 },
    ),
  ];
}

function oldChoices(facts: PermissionDialogFacts, grant: () => void, deny: () => void): readonly View[] {
  const choice = (title: string, name: string, onClick: () => void) =>
    button(title, onClick, { id: `${facts.resources}:id/${name}`, kind: "text" });
  return [
    column(
      [
        {
          className: "android.widget.LinearLayout",
          arrange: "row",
          children: [choice("DENY", "permission_deny_button", deny), choice("ALLOW", "permission_allow_button", grant)],
          gap: 8,
        },
      ],
      { width: "fill", align: "end" },
    ),
  ];
}

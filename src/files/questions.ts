import * as vscode from "vscode";
import { describeConflict, nameOf } from "../host/words/conflictWords.ts";
import { listed } from "../host/words/lists.ts";
import { askNewPassword } from "../host/passwordPrompt.ts";
import { agrees } from "../host/prompts.ts";
import { askSaveTarget } from "../host/saveTarget.ts";
import { plain, untitled } from "../host/words/words.ts";
import type { Address } from "../model/address.ts";
import type { Connections } from "../model/connections/connections.ts";
import type { Consent, UnannouncedSave } from "../model/connections/saveConsents.ts";
import type { Saved } from "../model/documents/documents.ts";
import { fromText } from "../model/documents/documentText.ts";
import { textIn } from "../model/json.ts";
import type { Side } from "../model/saving/merge.ts";
import type { Conflict } from "../model/outcome.ts";

/** Asks what is to become of changes of two sides; undefined: nothing yet. */
export async function askAboutConflict(
  connections: Connections,
  uri: vscode.Uri,
  address: Address,
  conflict: Conflict,
): Promise<Side | undefined> {
  const { title, version } = conflict.now;
  const sentence = describeConflict({
    ...conflict,
    title,
    locale: address.locale,
    connection: connections.get(address.connection)?.name ?? "",
    changedAt: new Date(version).toISOString(),
  });
  const compare = vscode.l10n.t("Compare");
  const mine = vscode.l10n.t("Keep Mine");
  const theirs = vscode.l10n.t("Take Theirs");
  const both = listed(conflict.both);
  const detail = [
    vscode.l10n.t("Keep Mine saves your {0} over what is there now.", both),
    vscode.l10n.t("Take Theirs drops your {0}. All other changes of yours are saved.", both),
  ].join("\n");
  const options = { modal: true, detail };
  const answer = await vscode.window.showWarningMessage(sentence, options, compare, mine, theirs);
  if (answer === compare) void vscode.commands.executeCommand("cms.document.compare", uri);
  return answer === mine ? "mine" : answer === theirs ? "theirs" : undefined;
}

interface Unannounced extends UnannouncedSave {
  readonly address: Address;
  readonly uri: vscode.Uri;
  /** Whether the answer may hold for the next saves, too. */
  readonly mayBeAlways: boolean;
}

/** Asks whether a save goes that VS Code did not announce; undefined: nothing is sent. */
export async function askToSave(
  connections: Connections,
  { title, isLive, address, uri, mayBeAlways }: Unannounced,
): Promise<Consent | undefined> {
  const connection = connections.get(address.connection)?.name ?? "";
  const once = { title: vscode.l10n.t("Save") };
  const always = { title: vscode.l10n.t("Save and Don't Ask Again") };
  const changes = { title: vscode.l10n.t("Show Changes") };
  const no = { title: vscode.l10n.t("Don't Save"), isCloseAffordance: true };
  const detail = [
    vscode.l10n.t("It was saved by an extension or an agent, or with Save without Formatting."),
    isLive
      ? vscode.l10n.t("The change is live at once.")
      : vscode.l10n.t("Only the draft changes."),
    ...(mayBeAlways
      ? [vscode.l10n.t("Don't Ask Again holds for drafts on {0} in this window.", connection)]
      : []),
  ].join("\n");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("Save {0} to {1}?", nameOf({ title, locale: address.locale }), connection),
    { modal: true, detail },
    ...[once, ...(mayBeAlways ? [always] : []), changes, no],
  );
  if (answer === changes) void vscode.commands.executeCommand("cms.document.compare", uri);
  return answer === once ? "once" : answer === always ? "always" : undefined;
}

/** Asks for the password of a user that a text is to be made into; undefined: the person gives up. */
export const askPasswordOfNew = (
  connections: Connections,
  { connection }: Address,
  text: string,
): Promise<string | undefined> =>
  askNewPassword(
    `'${textIn(fromText(text)[1] ?? {}, "username") || untitled()}'`,
    connections.get(connection)?.name ?? "",
  );

export type AfterDelete = "recreate" | "file" | "discard";

interface Deleted {
  readonly title: string;
  readonly address: Address;
  /** Accounts are not made of a text. */
  readonly canRecreate: boolean;
}

/** Asks what is to become of a text whose document was deleted; undefined: nothing yet. */
export async function askAboutDeleted(
  connections: Connections,
  { title, address, canRecreate }: Deleted,
): Promise<AfterDelete | undefined> {
  const name = connections.get(address.connection)?.name ?? "";
  const choices = new Map<string, AfterDelete>([
    ...(canRecreate ? ([[vscode.l10n.t("Recreate"), "recreate"]] as const) : []),
    [vscode.l10n.t("Save to File…"), "file"],
    [vscode.l10n.t("Discard"), "discard"],
  ]);
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("'{0}' was deleted on {1}. Nothing was saved.", title || untitled(), name),
    {
      modal: true,
      detail: [
        ...(canRecreate
          ? [
              vscode.l10n.t(
                "Recreate makes a new document of your text, a draft with another documentId.",
              ),
            ]
          : []),
        vscode.l10n.t("Discard drops your changes."),
      ].join(" "),
    },
    ...choices.keys(),
  );
  return choices.get(answer ?? "");
}

/** Asks before keys that were taken out of the text are cleared. */
export const agreesToClear =
  (connections: Connections, { connection }: Address) =>
  ({ cleared }: { readonly cleared: readonly string[] }) =>
    agrees(
      vscode.l10n.t("Clear {0} on {1}?", listed(cleared), connections.get(connection)?.name ?? ""),
      vscode.l10n.t("What was taken out of the text is emptied on the service."),
      vscode.l10n.t("Clear and Save"),
    );

/** Writes a text to a file of the person's choice; false when they give up. */
export async function saveToFile(title: string, bytes: Uint8Array): Promise<boolean> {
  const filters = { JSON: ["json"] };
  const target = await askSaveTarget({ title, ending: "json" }, { filters });
  if (target) await vscode.workspace.fs.writeFile(target, bytes);
  return target !== undefined;
}

/** What a save did beside what was asked of it, in one line. */
export function tellAside(saved: Saved): void {
  const words = aside(saved);
  if (words === undefined) return;
  const isMild = !saved.touchedFacts && saved.ignored.length === 0;
  void (isMild
    ? vscode.window.showInformationMessage(words)
    : vscode.window.showWarningMessage(words));
}

function aside({ sent, taken, touchedFacts, ignored }: Saved): string | undefined {
  const joined = listed(taken);
  const lines = [
    ...(taken.length > 0
      ? [
          sent
            ? vscode.l10n.t("Saved. Also took in: {0}.", joined)
            : vscode.l10n.t("Nothing to save. Took in: {0}.", joined),
        ]
      : []),
    ...(touchedFacts ? [vscode.l10n.t("Not sent: $ and $schema belong to the service.")] : []),
    ...(ignored.length > 0
      ? [vscode.l10n.t("Not sent: {0} is changed in what it links to.", listed(ignored))]
      : []),
  ];
  return lines.length > 0 ? plain(lines.join(" ")) : undefined;
}

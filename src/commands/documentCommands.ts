import * as vscode from "vscode";
import { openDocuments, openTab } from "../files/openDocuments.ts";
import { toUri } from "../files/uri.ts";
import type { CommandTable } from "../host/commands.ts";
import { Failed, must } from "../host/failed.ts";
import { withProgress } from "../host/progress.ts";
import { confirm } from "../host/prompts.ts";
import { untitled } from "../host/words.ts";
import { isSingle, isUser } from "../model/address.ts";
import type { Address } from "../model/address.ts";
import { headingOf } from "../model/catalog.ts";
import type { ContentType } from "../model/catalog.ts";
import type { Documents } from "../model/documents.ts";
import type { Lifecycle } from "../model/lifecycle.ts";
import type { Snapshot } from "../model/reader.ts";
import type { Row } from "../model/rows.ts";
import type { HasAddress, Models, Targets } from "./targets.ts";

type DocumentRow = HasAddress & { readonly row?: Row };

interface Parts extends Models {
  readonly documents: Documents;
  readonly lifecycle: Lifecycle;
  readonly targets: Targets;
}

/** Commands on one document. */
export function documentCommands({ targets, ...parts }: Parts): CommandTable {
  return {
    "cms.document.open": async (row?: DocumentRow) => {
      const title = vscode.l10n.t("Open which document?");
      const address = row?.address ?? (await targets.anyDocument(title));
      await open(parts, address, row?.row?.title);
    },

    "cms.document.publish": async (row?: DocumentRow) => {
      const address = await targets.document(row, vscode.l10n.t("Publish which document?"));
      await publish(parts, address, seenBy(parts, address, row));
    },

    "cms.document.delete": async (row?: DocumentRow) => {
      const address = await targets.document(row, vscode.l10n.t("Delete which document?"));
      await remove(parts, address, seenBy(parts, address, row));
    },

    "cms.document.copyId": async (row?: DocumentRow) => {
      const address = await targets.document(row, vscode.l10n.t("Copy the ID of which document?"));
      const { content } = must(await parts.lifecycle.look(address));
      const facts = content["$"] as { documentId?: string } | undefined;
      const id = facts?.documentId ?? address.id;
      await vscode.env.clipboard.writeText(id);
      vscode.window.setStatusBarMessage(vscode.l10n.t("Copied {0}", id), 3000);
    },
  };
}

type Acting = Omit<Parts, "targets">;

async function open(parts: Acting, address: Address, listed?: string): Promise<void> {
  const there = openTab(address);
  const uri = there ?? (await uriOf(parts, address, listed));
  await vscode.commands.executeCommand("vscode.open", uri);
}

async function uriOf(
  { connections, documents }: Acting,
  address: Address,
  listed?: string,
): Promise<vscode.Uri> {
  const connectionName = connections.get(address.connection)?.name ?? "";
  const title = listed ?? must(await documents.read(address)).title;
  return toUri(address, { connectionName, title: title || untitled() });
}

async function publish(parts: Acting, address: Address, seen: number | undefined): Promise<void> {
  const what = await look(parts, address);
  const unsaved = openDocuments(address).find(({ isDirty }) => isDirty);
  const needless = unsaved ? undefined : await whyNotPublish(parts, address, what);
  if (needless !== undefined) {
    void vscode.window.showInformationMessage(needless);
    return;
  }
  const news = newsOf(seen, what);
  const question = vscode.l10n.t("Publish {0} on {1}?", what.name, what.connection);
  await (unsaved
    ? confirm(
        question,
        [vscode.l10n.t("Your changes are saved first."), ...news].join("\n"),
        vscode.l10n.t("Save and Publish"),
      )
    : confirm(question, news.join("\n"), vscode.l10n.t("Publish")));
  // VS Code says itself why a save was refused.
  if (unsaved && !(await unsaved.save())) return;
  const version = unsaved ? parts.documents.seenVersion(address) : undefined;
  const looked = { version: version ?? what.snapshot.version };
  const title = vscode.l10n.t("Publishing {0}", what.name);
  must(
    await withProgress(title, (signal) => parts.lifecycle.publish(address, looked, signal)),
    vscode.l10n.t("{0} was not published.", what.name),
  );
  const done = vscode.l10n.t("Published {0} on {1}", what.name, what.connection);
  vscode.window.setStatusBarMessage(`$(check) ${done}`, 5000);
}

async function whyNotPublish(
  parts: Acting,
  address: Address,
  { name, snapshot }: Looked,
): Promise<string | undefined> {
  if (snapshot.state === "published") {
    return vscode.l10n.t("{0} is published, and nothing has changed since.", name);
  }
  if (snapshot.state) return undefined;
  const heading = isUser(address)
    ? vscode.l10n.t("Users")
    : headingOf(await typeOf(parts, address));
  return vscode.l10n.t("{0} have no drafts: what is saved is live at once.", heading);
}

async function remove(parts: Acting, address: Address, seen: number | undefined): Promise<void> {
  if (isUser(address)) throw new Failed({ code: "read-only" });
  const type = await typeOf(parts, address);
  const looked = await look(parts, address);
  const { snapshot, title, connection } = looked;
  const { locales = {} } = (snapshot.content["$"] ?? {}) as { locales?: Record<string, string> };
  const codes = Object.keys(locales).join(", ");
  await confirm(
    isSingle(address)
      ? vscode.l10n.t("Delete {0} on {1}?", title, connection)
      : vscode.l10n.t("Delete {0} from {1} on {2}?", title, headingOf(type), connection),
    [
      codes
        ? vscode.l10n.t("Every locale goes, drafts and published: {0}.", codes)
        : vscode.l10n.t("The draft and what is published go."),
      ...newsOf(seen, looked),
      vscode.l10n.t("This can't be undone."),
    ].join("\n"),
    vscode.l10n.t("Delete"),
  );
  const doing = vscode.l10n.t("Deleting {0}", title);
  must(await withProgress(doing, (signal) => parts.lifecycle.delete(address, snapshot, signal)));
  const done = vscode.l10n.t("Deleted {0} from {1}", title, connection);
  vscode.window.setStatusBarMessage(`$(check) ${done}`, 5000);
}

/** What a person should hear who has an older version before their eyes. */
const newsOf = (seen: number | undefined, { snapshot }: Looked): string[] =>
  seen === undefined || seen === snapshot.version
    ? []
    : [
        vscode.l10n.t(
          "It was changed on the service since you saw it: this acts on the newer version.",
        ),
      ];

const typeOf = async ({ catalogs }: Acting, { connection, type }: Address): Promise<ContentType> =>
  must(await catalogs.type(connection, type)).type;

interface Looked {
  readonly snapshot: Snapshot;
  /** The title in quotes. */
  readonly title: string;
  /** The title in quotes, and the locale. */
  readonly name: string;
  /** The connection's name. */
  readonly connection: string;
}

async function look({ lifecycle, connections }: Acting, address: Address): Promise<Looked> {
  const snapshot = must(await lifecycle.look(address));
  const title = `'${snapshot.title || untitled()}'`;
  const name = address.locale ? `${title} (${address.locale})` : title;
  return { snapshot, title, name, connection: connections.get(address.connection)?.name ?? "" };
}

/** The version that the person has before their eyes: the editor's, else the row's. */
function seenBy({ documents }: Acting, address: Address, row?: DocumentRow): number | undefined {
  const listed = row?.row?.kind === "document" ? Date.parse(row.row.updatedAt) : undefined;
  return isUser(address) ? undefined : (documents.seenVersion(address) ?? listed);
}

import * as vscode from "vscode";
import { openDocuments } from "../files/openDocuments.ts";
import { must } from "../host/failed.ts";
import { withProgress } from "../host/progress.ts";
import { confirm } from "../host/prompts.ts";
import { plain } from "../host/words.ts";
import { isUser } from "../model/address.ts";
import type { Address } from "../model/address.ts";
import { headingOf } from "../model/catalog.ts";
import { look, typeOf } from "./looked.ts";
import type { Acting, Argument, Looked } from "./looked.ts";

/** Publishes after one question; unsaved changes are saved first. */
export async function publishDocument(
  acting: Acting,
  address: Address,
  seen?: Argument,
): Promise<void> {
  const what = await look(acting, address, seen);
  const unsaved = openDocuments(address).find(({ isDirty }) => isDirty);
  const needless = await whyNot(acting, address, what, unsaved !== undefined);
  if (needless !== undefined) {
    void vscode.window.showInformationMessage(plain(needless));
    return;
  }
  await ask(what, unsaved !== undefined);
  // VS Code says itself why a save was refused.
  if (unsaved && !(await unsaved.save())) return;
  const version = unsaved ? acting.documents.seenVersion(address) : undefined;
  const looked = { version: version ?? what.snapshot.version };
  const title = vscode.l10n.t("Publishing {0}", what.name);
  must(
    await withProgress(title, (signal) => acting.lifecycle.publish(address, looked, signal)),
    vscode.l10n.t("{0} was not published.", what.name),
  );
  const done = vscode.l10n.t("Published {0} on {1}", what.name, what.connection);
  vscode.window.setStatusBarMessage(`$(check) ${done}`, 5000);
}

const ask = ({ name, connection, news }: Looked, isUnsaved: boolean): Promise<void> => {
  const question = vscode.l10n.t("Publish {0} on {1}?", name, connection);
  const saves = vscode.l10n.t("Your changes are saved first.");
  return isUnsaved
    ? confirm(question, [saves, ...news].join("\n"), vscode.l10n.t("Save and Publish"))
    : confirm(question, news.join("\n"), vscode.l10n.t("Publish"));
};

async function whyNot(
  acting: Acting,
  address: Address,
  { name, snapshot }: Looked,
  isUnsaved: boolean,
): Promise<string | undefined> {
  if (isUser(address)) return vscode.l10n.t("Users are not published.");
  if (snapshot.state === undefined) {
    const heading = headingOf(await typeOf(acting, address));
    return vscode.l10n.t("{0}: there are no drafts; what is saved is live at once.", heading);
  }
  return snapshot.state === "published" && !isUnsaved
    ? vscode.l10n.t("{0} is published, and nothing has changed since.", name)
    : undefined;
}

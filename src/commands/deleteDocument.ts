import * as vscode from "vscode";
import { Failed, must } from "../host/failed.ts";
import { withProgress } from "../host/progress.ts";
import { confirm } from "../host/prompts.ts";
import { isSingle, isUser } from "../model/address.ts";
import type { Address } from "../model/address.ts";
import { headingOf } from "../model/catalog.ts";
import { look, typeOf } from "./looked.ts";
import type { Acting, Argument } from "./looked.ts";

/** Deletes in every locale, after a question that names what goes. */
export async function deleteDocument(
  acting: Acting,
  address: Address,
  seen?: Argument,
): Promise<void> {
  if (isUser(address)) throw new Failed({ code: "read-only" });
  const heading = headingOf(await typeOf(acting, address));
  const { snapshot, title, connection, news } = await look(acting, address, seen);
  const codes = Object.keys(snapshot.facts.locales ?? {}).join(", ");
  const extent = codes
    ? vscode.l10n.t("Every locale goes, drafts and published: {0}.", codes)
    : vscode.l10n.t("The draft goes, and what is published.");
  await confirm(
    isSingle(address)
      ? vscode.l10n.t("Delete {0} on {1}?", title, connection)
      : vscode.l10n.t("Delete {0} from {1} on {2}?", title, heading, connection),
    [extent, ...news, vscode.l10n.t("This can't be undone.")].join("\n"),
    vscode.l10n.t("Delete"),
  );
  const doing = vscode.l10n.t("Deleting {0}", title);
  must(
    await withProgress(doing, (signal) => acting.lifecycle.delete(address, snapshot, signal)),
    vscode.l10n.t("{0} was not deleted.", title),
  );
  const done = vscode.l10n.t("Deleted {0} from {1}", title, connection);
  vscode.window.setStatusBarMessage(`$(check) ${done}`, 5000);
}

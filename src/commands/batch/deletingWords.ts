import * as vscode from "vscode";
import { textFor } from "../../texts/batchWords.ts";
import { numeral } from "../../texts/words.ts";
import { isUser, usersType } from "../../model/foundation/address.ts";
import type { BatchCommand, BatchItems } from "./batching.ts";

/** The texts for deleting documents, users or both. `types` are the types of the selection. */
export const deletingWords = (
  types: readonly string[],
): Pick<BatchCommand, "action" | "doing" | "question" | "done" | "button"> => ({
  action: vscode.l10n.t("Delete"),
  doing: doingWords(types),
  question: (items, connection) =>
    textFor(items, {
      one: (document) =>
        vscode.l10n.t("Delete {document} from {connection}?", { document, connection }),
      many: (count) => questionWords(kindOf(items), count, connection),
    }),
  done: (items) =>
    textFor(items, {
      one: (document) => vscode.l10n.t("Deleted {document}.", { document }),
      many: (count) => doneWords(kindOf(items), count),
    }),
  button: buttonWords,
});

type Kind = "documents" | "users" | "both";

function kindOf(items: BatchItems): Kind {
  if (items.every(({ address }) => isUser(address))) return "users";
  return items.some(({ address }) => isUser(address)) ? "both" : "documents";
}

function doingWords(types: readonly string[]): string {
  if (!types.includes(usersType)) return vscode.l10n.t("Deleting documents");
  return types.length > 1
    ? vscode.l10n.t("Deleting documents and users")
    : vscode.l10n.t("Deleting users");
}

function questionWords(kind: Kind, count: string, connection: string): string {
  switch (kind) {
    case "documents":
      return vscode.l10n.t("Delete {count} documents from {connection}?", { count, connection });
    case "users":
      return vscode.l10n.t("Delete {count} users from {connection}?", { count, connection });
    case "both":
      return vscode.l10n.t("Delete {count} documents and users from {connection}?", {
        count,
        connection,
      });
  }
}

function doneWords(kind: Kind, count: string): string {
  switch (kind) {
    case "documents":
      return vscode.l10n.t("Deleted {count} documents.", { count });
    case "users":
      return vscode.l10n.t("Deleted {count} users.", { count });
    case "both":
      return vscode.l10n.t("Deleted {count} documents and users.", { count });
  }
}

function buttonWords(items: BatchItems): string {
  const count = numeral(items.length);
  const kind = kindOf(items);
  if (items.length === 1)
    return kind === "users" ? vscode.l10n.t("Delete 1 User") : vscode.l10n.t("Delete 1 Document");
  switch (kind) {
    case "documents":
      return vscode.l10n.t("Delete {count} Documents", { count });
    case "users":
      return vscode.l10n.t("Delete {count} Users", { count });
    case "both":
      return vscode.l10n.t("Delete {count} Documents and Users", { count });
  }
}

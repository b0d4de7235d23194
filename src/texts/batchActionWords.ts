import * as l10n from "@vscode/l10n";
import type { TitledAddress } from "../model/bulk/batch/batches.ts";
import { isUser, usersType } from "../model/foundation/address.ts";
import { countedText } from "./batchWords.ts";
import { nonEmpty, wordsFor } from "./lists.ts";
import { numeral } from "./words.ts";

/** At least one. */
type BatchItems = readonly TitledAddress[];

export interface BatchActionWords {
  /** Such as `Publish`. */
  readonly action: string;
  /** The action while it runs, such as `Publishing documents`. */
  readonly doing: string;
  readonly question: (items: BatchItems, connection: string) => string;
  readonly done: (items: BatchItems) => string;
  readonly button: (items: BatchItems) => string;
}

export const publishingWords = (): BatchActionWords => ({
  action: l10n.t("Publish"),
  doing: l10n.t("Publishing documents"),
  button: countedText(
    () => l10n.t("Publish 1 Document"),
    (count) => l10n.t("Publish {count} Documents", { count }),
  ),
  question: countedText(
    (document, connection) =>
      l10n.t("Publish {document} on {connection}?", { document, connection }),
    (count, connection) =>
      l10n.t("Publish {count} documents on {connection}?", { count, connection }),
  ),
  done: countedText(
    (document) => l10n.t("Published {document}.", { document }),
    (count) => l10n.t("Published {count} documents.", { count }),
  ),
});

/** `types` are the types of the selection. */
export const deletingWords = (types: readonly string[]): BatchActionWords => ({
  action: l10n.t("Delete"),
  doing: doingWords(types),
  question: (items, connection) =>
    countedText(
      (document) => l10n.t("Delete {document} from {connection}?", { document, connection }),
      (count) => questionWords(kindOf(items), count, connection),
    )(items),
  done: (items) =>
    countedText(
      (document) => l10n.t("Deleted {document}.", { document }),
      (count) => doneWords(kindOf(items), count),
    )(items),
  button: buttonWords,
});

type Kind = "documents" | "users" | "both";

function kindOf(items: BatchItems): Kind {
  if (items.every(({ address }) => isUser(address))) return "users";
  return items.some(({ address }) => isUser(address)) ? "both" : "documents";
}

function doingWords(types: readonly string[]): string {
  if (!types.includes(usersType)) return l10n.t("Deleting documents");
  return types.length > 1 ? l10n.t("Deleting documents and users") : l10n.t("Deleting users");
}

const questionWords = (kind: Kind, count: string, connection: string): string =>
  wordsFor(kind, {
    documents: l10n.t("Delete {count} documents from {connection}?", { count, connection }),
    users: l10n.t("Delete {count} users from {connection}?", { count, connection }),
    both: l10n.t("Delete {count} documents and users from {connection}?", { count, connection }),
  });

const doneWords = (kind: Kind, count: string): string =>
  wordsFor(kind, {
    documents: l10n.t("Deleted {count} documents.", { count }),
    users: l10n.t("Deleted {count} users.", { count }),
    both: l10n.t("Deleted {count} documents and users.", { count }),
  });

function buttonWords(items: BatchItems): string {
  const count = numeral(items.length);
  const kind = kindOf(items);
  if (items.length === 1)
    return kind === "users" ? l10n.t("Delete 1 User") : l10n.t("Delete 1 Document");
  return wordsFor(kind, {
    documents: l10n.t("Delete {count} Documents", { count }),
    users: l10n.t("Delete {count} Users", { count }),
    both: l10n.t("Delete {count} Documents and Users", { count }),
  });
}

export const deletionWords = (types: readonly string[]): string[] =>
  nonEmpty(
    types.some((type) => type !== usersType) &&
      l10n.t(
        "This deletes every localization, draft and published version. Relations to the deleted documents become empty.",
      ),
    types.includes(usersType) && l10n.t("Deleting a user can't be undone."),
  );

export const restorableWords = (): string =>
  l10n.t("Undo restores the content as drafts with new documentIds.");

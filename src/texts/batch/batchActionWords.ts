import * as l10n from "@vscode/l10n";
import type { TitledAddress } from "../../model/batch/batches.ts";
import { isUser, usersType } from "../../model/foundation/address.ts";
import { countedText } from "./batchWords.ts";
import { nonEmpty, wordsFor } from "../shared/nameList.ts";

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
  /** What the user should know before the action. */
  readonly detail: readonly string[];
  /** What Undo does; absent where the action can't be undone. */
  readonly undo?: string | undefined;
}

export const publishingWords = (): BatchActionWords => ({
  action: l10n.t("Publish"),
  doing: l10n.t("Publishing documents"),
  button: countedText((_, count) => [
    l10n.t("Publish 1 Document"),
    l10n.t("Publish {count} Documents", { count }),
  ]),
  question: countedText((document, count, connection) => [
    l10n.t("Publish {document} on {connection}?", { document, connection }),
    l10n.t("Publish {count} documents on {connection}?", { count, connection }),
  ]),
  done: countedText((document, count) => [
    l10n.t("Published {document}.", { document }),
    l10n.t("Published {count} documents.", { count }),
  ]),
  detail: [],
});

export const unpublishingWords = (): BatchActionWords => ({
  action: l10n.t("Unpublish"),
  doing: l10n.t("Unpublishing documents"),
  button: countedText((_, count) => [
    l10n.t("Unpublish 1 Document"),
    l10n.t("Unpublish {count} Documents", { count }),
  ]),
  question: countedText((document, count, connection) => [
    l10n.t("Unpublish {document} on {connection}?", { document, connection }),
    l10n.t("Unpublish {count} documents on {connection}?", { count, connection }),
  ]),
  done: countedText((document, count) => [
    l10n.t("Unpublished {document}.", { document }),
    l10n.t("Unpublished {count} documents.", { count }),
  ]),
  detail: [l10n.t("This removes the published versions. The drafts don't change.")],
  undo: l10n.t(
    "Undo publishes a document again if its draft equals the previous published version.",
  ),
});

export const settingWords = (field: string, value: string): BatchActionWords => ({
  action: l10n.t("Set {field} to {value}", { field, value }),
  doing: l10n.t("Setting {field} to {value}", { field, value }),
  button: countedText((_, count) => [
    l10n.t("Update 1 Document"),
    l10n.t("Update {count} Documents", { count }),
  ]),
  question: countedText((document, count, connection) => [
    l10n.t("Set {field} to {value} in {document} on {connection}?", {
      field,
      value,
      document,
      connection,
    }),
    l10n.t("Set {field} to {value} in {count} documents on {connection}?", {
      field,
      value,
      count,
      connection,
    }),
  ]),
  done: countedText((document, count) => [
    l10n.t("Updated {field} in {document}.", { field, document }),
    l10n.t("Updated {field} in {count} documents.", { field, count }),
  ]),
  detail: [],
  undo: undoOfValues(),
});

export const replacingWords = (oldValue: string, newValue: string): BatchActionWords => ({
  action: l10n.t("Replace {oldValue} with {newValue}", { oldValue, newValue }),
  doing: l10n.t("Replacing {oldValue} with {newValue}", { oldValue, newValue }),
  button: countedText((_, count) => [
    l10n.t("Replace in 1 Document"),
    l10n.t("Replace in {count} Documents", { count }),
  ]),
  question: countedText((document, count, connection) => [
    l10n.t("Replace {oldValue} with {newValue} in {document} on {connection}?", {
      oldValue,
      newValue,
      document,
      connection,
    }),
    l10n.t("Replace {oldValue} with {newValue} in {count} documents on {connection}?", {
      oldValue,
      newValue,
      count,
      connection,
    }),
  ]),
  done: countedText((document, count) => [
    l10n.t("Replaced text in {document}.", { document }),
    l10n.t("Replaced text in {count} documents.", { count }),
  ]),
  detail: [],
  undo: undoOfValues(),
});

export const blockingWords = (): BatchActionWords => ({
  action: l10n.t("Block"),
  doing: l10n.t("Blocking users"),
  button: countedText((_, count) => [
    l10n.t("Block User"),
    l10n.t("Block {count} Users", { count }),
  ]),
  question: countedText((user, count, connection) => [
    l10n.t("Block {user} on {connection}?", { user, connection }),
    l10n.t("Block {count} users on {connection}?", { count, connection }),
  ]),
  done: countedText((user, count) => [
    l10n.t("Blocked {user}.", { user }),
    l10n.t("Blocked {count} users.", { count }),
  ]),
  ...effectOnUsers(),
});

export const unblockingWords = (): BatchActionWords => ({
  action: l10n.t("Unblock"),
  doing: l10n.t("Unblocking users"),
  button: countedText((_, count) => [
    l10n.t("Unblock User"),
    l10n.t("Unblock {count} Users", { count }),
  ]),
  question: countedText((user, count, connection) => [
    l10n.t("Unblock {user} on {connection}?", { user, connection }),
    l10n.t("Unblock {count} users on {connection}?", { count, connection }),
  ]),
  done: countedText((user, count) => [
    l10n.t("Unblocked {user}.", { user }),
    l10n.t("Unblocked {count} users.", { count }),
  ]),
  ...effectOnUsers(),
});

export const confirmingWords = (): BatchActionWords => ({
  action: l10n.t("Confirm"),
  doing: l10n.t("Confirming users"),
  button: countedText((_, count) => [
    l10n.t("Confirm User"),
    l10n.t("Confirm {count} Users", { count }),
  ]),
  question: countedText((user, count, connection) => [
    l10n.t("Confirm {user} on {connection}?", { user, connection }),
    l10n.t("Confirm {count} users on {connection}?", { count, connection }),
  ]),
  done: countedText((user, count) => [
    l10n.t("Confirmed {user}.", { user }),
    l10n.t("Confirmed {count} users.", { count }),
  ]),
  ...effectOnUsers(),
});

export const changingRoleWords = (role: string): BatchActionWords => ({
  action: l10n.t("Change Role to {role}", { role }),
  doing: l10n.t("Changing the role to {role}", { role }),
  button: countedText((_, count) => [
    l10n.t("Change Role"),
    l10n.t("Change Role of {count} Users", { count }),
  ]),
  question: countedText((user, count, connection) => [
    l10n.t("Change the role of {user} to {role} on {connection}?", { user, role, connection }),
    l10n.t("Change the role of {count} users to {role} on {connection}?", {
      count,
      role,
      connection,
    }),
  ]),
  done: countedText((user, count) => [
    l10n.t("Changed the role of {user} to {role}.", { user, role }),
    l10n.t("Changed the role of {count} users to {role}.", { count, role }),
  ]),
  ...effectOnUsers(),
});

/** `types` are the types of the selection. */
export const deletingWords = (types: readonly string[]): BatchActionWords => ({
  action: l10n.t("Delete"),
  doing: doingWords(types),
  button: (items) =>
    countedText((_, count) => [
      kindOf(items) === "users" ? l10n.t("Delete User") : l10n.t("Delete 1 Document"),
      wordsFor(kindOf(items), {
        documents: l10n.t("Delete {count} Documents", { count }),
        users: l10n.t("Delete {count} Users", { count }),
        both: l10n.t("Delete {count} Documents and Users", { count }),
      }),
    ])(items),
  question: (items, connection) =>
    countedText((document, count) => [
      l10n.t("Delete {document} from {connection}?", { document, connection }),
      wordsFor(kindOf(items), {
        documents: l10n.t("Delete {count} documents from {connection}?", { count, connection }),
        users: l10n.t("Delete {count} users from {connection}?", { count, connection }),
        both: l10n.t("Delete {count} documents and users from {connection}?", {
          count,
          connection,
        }),
      }),
    ])(items),
  done: (items) =>
    countedText((document, count) => [
      l10n.t("Deleted {document}.", { document }),
      wordsFor(kindOf(items), {
        documents: l10n.t("Deleted {count} documents.", { count }),
        users: l10n.t("Deleted {count} users.", { count }),
        both: l10n.t("Deleted {count} documents and users.", { count }),
      }),
    ])(items),
  detail: nonEmpty(
    types.some((type) => type !== usersType) &&
      l10n.t(
        "This deletes every localization, draft and published version. Relations to the deleted documents become empty.",
      ),
    types.includes(usersType) && l10n.t("Deleting a user can't be undone."),
  ),
  undo: types.some((type) => type !== usersType)
    ? l10n.t("Undo restores the content as drafts with new documentIds.")
    : undefined,
});

function kindOf(items: BatchItems): "documents" | "users" | "both" {
  if (items.every(({ address }) => isUser(address))) return "users";
  return items.some(({ address }) => isUser(address)) ? "both" : "documents";
}

function doingWords(types: readonly string[]): string {
  if (!types.includes(usersType)) return l10n.t("Deleting documents");
  return types.length > 1 ? l10n.t("Deleting documents and users") : l10n.t("Deleting users");
}

const undoOfValues = (): string =>
  l10n.t("Undo restores the previous values, unless they changed again.");

const effectOnUsers = () => ({
  detail: [l10n.t("This takes effect immediately.")],
  undo: undoOfValues(),
});

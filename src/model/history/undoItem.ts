import type { TitledAddress } from "../runs/batchAction.ts";
import type { JournalEntry, LocalizedContents } from "../journal/journal.ts";
import { localizationAddress, otherAddressOf } from "../journal/journalEntry.ts";
import { keyOf, type Address } from "../foundation/address.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { changedPaths } from "../content/merge.ts";
import { omit, pick, attributeNameOf, type JsonObject } from "../foundation/json.ts";
import { isShared, type TypeInCatalog } from "../schemas/catalog.ts";

/**
 * What an undo does with an item: deletes a document or a localization that the run created,
 * reverts its saves (and unpublishes what it published for the first time), publishes what it
 * unpublished, or restores what it deleted.
 */
type UndoKind = "delete" | "delete-localization" | "revert" | "publish" | "restore";

/** A document that a run created or deleted, or a localization of an older document. */
export interface UndoItem extends TitledAddress {
  readonly kind: UndoKind;
  /** The entries of the run that the undo of the item takes back, newest first. */
  readonly entries: readonly JournalEntry[];
  /**
   * The contents that the run may have left, by locale: with all of its writes, and without those
   * that may never have arrived. Without relations that a later write took.
   */
  readonly contentsAfter: (service: TypeInCatalog) => readonly LocalizedContents[];
}

/** The key of a document in all of its locales. */
export const documentKey = ({ connection, type, id }: Address): string =>
  keyOf({ connection, type, id });

const reversible = /^(save|delete|create|localize|publish|unpublish)$/;

export const isReversible = ({ action, outcome, undoes }: JournalEntry): boolean =>
  outcome !== "failed" && undoes === undefined && reversible.test(action);

export const isCreation = ({ action }: JournalEntry): boolean =>
  action === "create" || action === "localize";

/** The items of a run, from its entries, newest first. */
export function undoItemsOf(entries: readonly JournalEntry[]): readonly UndoItem[] {
  const reversibleEntries = entries.filter(isReversible);
  // The relations of other documents that the run's writes changed, by localization.
  const takenRelations = groupedBy(
    reversibleEntries.flatMap(({ address, elsewhere = [] }) =>
      elsewhere.map((change) => ({
        key: keyOf(otherAddressOf(change, address)),
        name: attributeNameOf(change.path),
      })),
    ),
    ({ key }) => key,
  );
  const documents = groupedBy(reversibleEntries, ({ address }) => documentKey(address)).values();
  return [...documents].flatMap((document) => {
    const arrived = document.filter(({ outcome }) => outcome === "done");
    const contentsAfter = (service: TypeInCatalog) =>
      [document, arrived].map((writes) => contentsOf(writes, service, takenRelations));
    const create = document.findLast(({ action }) => action === "create");
    if (create) {
      const { address, title } = document.find((entry) => entry.title) ?? create;
      return { kind: "delete", address, title, entries: document, contentsAfter };
    }
    const localizations = groupedBy(document, ({ address }) => keyOf(address)).values();
    return [...localizations].map((entries): UndoItem => {
      const [{ address, title }] = entries;
      return { kind: kindOf(entries), address, title, entries, contentsAfter };
    });
  });
}

function kindOf(entries: readonly JournalEntry[]): UndoKind {
  const has = (name: JournalEntry["action"]) => entries.some(({ action }) => action === name);
  if (has("delete")) return "restore";
  if (has("localize")) return "delete-localization";
  return has("unpublish") ? "publish" : "revert";
}

/**
 * A save of one localization also changes the shared attributes of the others. What others changed
 * between two writes of the run is not its own, although its later write has read it.
 */
function contentsOf(
  document: readonly JournalEntry[],
  service: TypeInCatalog,
  takenRelations: ReadonlyMap<string, readonly { readonly name: string }[]>,
): LocalizedContents {
  const contents = new Map<string, JsonObject>();
  const { type } = service;
  const shared = [...type.attributes].flatMap(([name, attribute]) =>
    isShared(attribute, type) ? name : [],
  );
  const writes = [...document].reverse().flatMap(({ action, before, after }) =>
    Object.entries(after).map(([locale, content]) => {
      return { locale, content, read: action === "save" ? before[locale] : undefined };
    }),
  );
  for (const { locale, content, read } of writes) {
    const writtenBefore = contents.get(locale) ?? {};
    const foreignPaths = read
      ? changedPaths(writtenBefore, pick(read, Object.keys(writtenBefore)), service)
      : [];
    const own = { ...content, ...pick(writtenBefore, foreignPaths.map(attributeNameOf)) };
    for (const [other, earlier] of contents)
      contents.set(other, { ...earlier, ...pick(own, shared) });
    contents.set(locale, own);
  }
  const [first] = document;
  return Object.fromEntries(
    [...contents].map(([locale, content]) => {
      const localization = first && localizationAddress(first.address, locale);
      const relations = (localization && takenRelations.get(keyOf(localization))) ?? [];
      const names = relations.map(({ name }) => name);
      return [locale, omit(content, names)];
    }),
  );
}

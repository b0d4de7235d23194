import type { UndoItem } from "../history/undoItem.ts";
import { isSingle } from "../foundation/address.ts";
import { once } from "../foundation/asyncSteps.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import { DocumentPairs, type PairStore } from "../compare/documentPairs.ts";

/**
 * Returns what an undo in a connection calls before it deletes a document that a copy created. It
 * forgets what the copy remembers. Otherwise a comparison takes the document for one that a person
 * deleted.
 */
export function forgetUndoneCopies(
  connection: string,
  { catalogs, pairStore }: { readonly catalogs: Catalogs; readonly pairStore: PairStore },
): (item: UndoItem) => Promise<void> {
  const loadPairs = once(async () => {
    const partners = await pairStore.partners(connection);
    return Promise.all(
      partners.map((from) => DocumentPairs.load({ from, to: connection }, pairStore)),
    );
  });
  return async ({ kind, address }) => {
    const [, service] = await catalogs.type(address.connection, address.type);
    if (!service) return;
    for (const pairs of await loadPairs()) {
      // The address of a single type does not have the documentId.
      const id = isSingle(address) ? undefined : address.id;
      for (const pair of pairs.pairsOf(service.type.uid, id)) {
        const only = kind === "delete" ? undefined : address.locale;
        if (pair.base) await pairs.forgetCopy(pair, only);
      }
    }
  };
}

import { isDeletion } from "../bulk/batch/undoItem.ts";
import type { UndoItem } from "../bulk/batch/undoItem.ts";
import { isSingle } from "../foundation/address.ts";
import { once } from "../foundation/async.ts";
import type { RunKind } from "../runs/runLogs.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import { Pairs } from "./pairs.ts";
import type { PairStore } from "./pairs.ts";

/**
 * Returns what an undo in a connection calls for each item. It forgets what copies remember of a
 * document. Otherwise, a comparison takes a deleted document for one that a person deleted, and the
 * restored values for later changes of the target. `runKind` is the kind of the undone run: a copy
 * does not remember values that other runs wrote.
 */
export function forgetUndoneCopies(
  connection: string,
  { catalogs, pairStore }: { readonly catalogs: Catalogs; readonly pairStore: PairStore },
  runKind: RunKind | undefined,
): (item: UndoItem) => Promise<void> {
  const loadPairs = once(async () => {
    const partners = await pairStore.partners(connection);
    return Promise.all(partners.map((from) => Pairs.load({ from, to: connection }, pairStore)));
  });
  return async (item) => {
    if (!isDeletion(item) && runKind !== "copy") return;
    const { kind, address } = item;
    const [, service] = await catalogs.type(address.connection, address.type);
    if (!service) return;
    for (const pairs of await loadPairs()) {
      // The address of a single type does not have the documentId.
      const id = isSingle(address) ? undefined : address.id;
      for (const pair of pairs.pairsOf(service.type.uid, id)) {
        const only = kind === "delete-localization" ? address.locale : undefined;
        if (pair.base) await pairs.forgetBase(pair, only);
      }
    }
  };
}

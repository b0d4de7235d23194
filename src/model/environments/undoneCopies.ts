import type { UndoItem } from "../bulk/batch/undoItem.ts";
import { isSingle } from "../foundation/address.ts";
import type { Catalogs } from "../schemas/catalogs.ts";
import { Pairs } from "./pairs.ts";
import type { PairStore } from "./pairs.ts";

interface UndoneCopiesDependencies {
  readonly catalogs: Catalogs;
  readonly pairStore: PairStore;
}

/**
 * The copies that an undo in a connection takes back. What they remember must be forgotten before a
 * document is deleted. Otherwise a comparison takes it for one that a person deleted.
 */
export class UndoneCopies {
  readonly #connection: string;
  readonly #dependencies: UndoneCopiesDependencies;
  #pairs: Promise<readonly Pairs[]> | undefined;

  constructor(connection: string, dependencies: UndoneCopiesDependencies) {
    this.#connection = connection;
    this.#dependencies = dependencies;
  }

  readonly forget = async ({ kind, address }: UndoItem): Promise<void> => {
    const { connection, type, id, locale } = address;
    const [, service] = await this.#dependencies.catalogs.type(connection, type);
    if (!service) return;
    this.#pairs ??= this.#load();
    for (const pairs of await this.#pairs) {
      // The address of a single type does not have the documentId.
      for (const pair of pairs.pairsOf(service.type.uid, isSingle(address) ? undefined : id)) {
        const only = kind === "delete-localization" ? locale : undefined;
        if (pair.base) await pairs.forgetBase(pair, only);
      }
    }
  };

  async #load(): Promise<readonly Pairs[]> {
    const { pairStore } = this.#dependencies;
    const to = this.#connection;
    const partners = await pairStore.partners(to);
    return Promise.all(partners.map((from) => Pairs.load({ from, to }, pairStore)));
  }
}

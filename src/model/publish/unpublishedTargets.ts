import type { CallOptions } from "../../client/index.ts";
import { keyOf, type Address } from "../foundation/address.ts";
import { draftOf } from "../documents/snapshotReader.ts";
import { textIn } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeFailure, ChangeResult } from "../journal/changeFailure.ts";
import type { Reference } from "../content/references.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import type { TitledAddress } from "../runs/batchAction.ts";
import { sortTargetsFirst } from "./targetOrder.ts";
import {
  targetAddressOf,
  versionDifferencesOf,
  eachGroup,
  readGroupVersions,
} from "../documents/versionDifferences.ts";

const maxTargets = 200;

/**
 * The documents that must be published so that a document's relations are published: direct and
 * transitive targets, each after its own targets.
 */
export async function findUnpublishedTargets(
  service: TypedService,
  source: { readonly address: Address; readonly omitted: readonly Reference[] },
  catalogs: Catalogs,
  options: CallOptions = {},
): ChangeResult<ReturnType<TargetSearch["result"]>> {
  const search = new TargetSearch(source.address);
  let nextAddresses = search.addRelations(source.address, source.omitted, service);
  while (nextAddresses.length > 0) {
    const newAddresses: Address[] = [];
    const [failure] = await eachGroup<ChangeFailure>(nextAddresses, catalogs, async (group) => {
      const [unread, rows] = await readGroupVersions(group, "draft", options);
      if (unread) return failed(unread);
      const versions = rows.flatMap((row) => {
        const documentId = textIn(row, "documentId");
        const address = group.addresses.find(({ id }) => id === documentId);
        if (!address) return [];
        const { content: draft, title } = draftOf(group.service, row);
        search.addDocument({ address, title });
        return [{ address, documentId, draft, published: undefined }];
      });
      const [unknown, differences] = await versionDifferencesOf(versions, group.service, options);
      if (unknown) return failed(unknown);
      for (const { address, missingRelations } of differences) {
        const omitted = missingRelations.flatMap(({ reason, reference }) =>
          reason === "not-published" ? reference : [],
        );
        newAddresses.push(...search.addRelations(address, omitted, group.service));
      }
      return done(null);
    });
    if (failure) return failed(failure);
    nextAddresses = newAddresses;
  }
  return done(search.result());
}

class TargetSearch {
  readonly #start: string;
  readonly #addresses = new Map<string, Address>();
  readonly #documents = new Map<string, TitledAddress>();
  readonly #targets = new Map<string, readonly string[]>();
  #isCut = false;

  constructor(start: Address) {
    this.#start = keyOf(start);
  }

  addDocument(target: TitledAddress): void {
    this.#documents.set(keyOf(target.address), target);
  }

  /** Records the targets of a document. Returns the addresses of those that are new. */
  addRelations(source: Address, omitted: readonly Reference[], service: TypedService): Address[] {
    const addresses = omitted.flatMap(
      (reference) => targetAddressOf(reference, source, service) ?? [],
    );
    this.#targets.set(keyOf(source), addresses.map(keyOf));
    const newAddresses: Address[] = [];
    for (const address of addresses) {
      const key = keyOf(address);
      if (key === this.#start || this.#addresses.has(key)) continue;
      if (this.#addresses.size >= maxTargets) {
        this.#isCut = true;
        break;
      }
      this.#addresses.set(key, address);
      newAddresses.push(address);
    }
    return newAddresses;
  }

  result() {
    const documentKeys = [...this.#addresses.keys()].filter((key) => this.#documents.has(key));
    const ordered = sortTargetsFirst(documentKeys, (key) =>
      (this.#targets.get(key) ?? []).filter((target) => this.#documents.has(target)),
    );
    const targets = ordered.flatMap((key) => this.#documents.get(key) ?? []);
    return { targets, isTruncated: this.#isCut };
  }
}

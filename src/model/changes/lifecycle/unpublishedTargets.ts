import type { CallOptions } from "../../../client/index.ts";
import { keyOf } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import { draftOf } from "../../documents/snapshot/reader.ts";
import { textIn } from "../../foundation/json.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { Reference } from "../../documents/references/references.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import { targetsFirst } from "./targetsFirst.ts";
import { addressOf, differencesOf, eachGroup, readVersions } from "./versionDifferences.ts";

/** A document that relations point to and that has no published version. */
export interface UnpublishedTarget {
  readonly address: Address;
  /** Empty where it has none. */
  readonly title: string;
}

/** What would have to be published for the relations of a document to be published. */
export interface UnpublishedTargets {
  /** Direct and transitive ones, each after those that it points to itself. */
  readonly targets: readonly UnpublishedTarget[];
  /** Whether there are more than are listed. */
  readonly isCut: boolean;
}

/** The most that are listed. */
const most = 200;

/** Finds the unpublished documents that a draft needs: the targets of its relations, and their targets. */
export async function findUnpublishedTargets(
  service: TypedService,
  from: { readonly address: Address; readonly leftOut: readonly Reference[] },
  catalogs: Catalogs,
  options: CallOptions = {},
): Promise<Outcome<UnpublishedTargets>> {
  const search = new Search(from.address);
  let next = search.point(from.address, from.leftOut, service);
  while (next.length > 0) {
    const found: Address[] = [];
    const [failure] = await eachGroup(next, catalogs, async (group) => {
      const [unread, rows] = await readVersions(group, "draft", options);
      if (unread) return failed(unread);
      const versions = rows.flatMap((row) => {
        const documentId = textIn(row, "documentId");
        const address = group.addresses.find(({ id }) => id === documentId);
        if (!address) return [];
        const { content: draft, title } = draftOf(address, group.service, row);
        search.see({ address, title });
        return [{ address, documentId, draft, published: undefined }];
      });
      const [unknown, differences] = await differencesOf(versions, group.service, options);
      if (unknown) return failed(unknown);
      for (const [at, { lacks }] of differences.entries()) {
        const address = versions[at]?.address;
        const leftOut = lacks.flatMap(({ reason, reference }) =>
          reason === "not-published" ? reference : [],
        );
        if (address) found.push(...search.point(address, leftOut, group.service));
      }
      return done(null);
    });
    if (failure) return failed(failure);
    next = found;
  }
  return done(search.result());
}

/** What a search for unpublished targets has met so far. */
class Search {
  readonly #start: string;
  readonly #met = new Map<string, Address>();
  readonly #seen = new Map<string, UnpublishedTarget>();
  readonly #targets = new Map<string, readonly string[]>();
  #isCut = false;

  constructor(start: Address) {
    this.#start = keyOf(start);
  }

  see(target: UnpublishedTarget): void {
    this.#seen.set(keyOf(target.address), target);
  }

  /** Notes what a document points to, and gives the addresses that were not met before. */
  point(from: Address, leftOut: readonly Reference[], service: TypedService): Address[] {
    const addresses = leftOut.flatMap((one) => addressOf(one, from, service) ?? []);
    this.#targets.set(keyOf(from), addresses.map(keyOf));
    const fresh: Address[] = [];
    for (const address of addresses) {
      const key = keyOf(address);
      if (key === this.#start || this.#met.has(key)) continue;
      if (this.#met.size >= most) {
        this.#isCut = true;
        break;
      }
      this.#met.set(key, address);
      fresh.push(address);
    }
    return fresh;
  }

  result(): UnpublishedTargets {
    const seen = [...this.#met.keys()].filter((key) => this.#seen.has(key));
    const ordered = targetsFirst(seen, (key) =>
      (this.#targets.get(key) ?? []).filter((target) => this.#seen.has(target)),
    );
    return { targets: ordered.flatMap((key) => this.#seen.get(key) ?? []), isCut: this.#isCut };
  }
}

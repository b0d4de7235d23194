import { keyOf, usersType, type CollectionAddress } from "../foundation/address.ts";
import type { Connection } from "../connect/connection.ts";
import type { Connections } from "../connect/connections.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Catalogs, Service, TypedService } from "../schemas/catalogs.ts";
import { ConcurrencyLimit } from "../foundation/concurrencyLimit.ts";
import { done, failed, type Outcome } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import { findReferenced, findReferencedUser } from "./referenceSearch.ts";
import { withStates, type SearchHit } from "./searchHits.ts";
import { parseReference } from "./pastedReference.ts";
import { searchInner, searchOwn, searchUsers } from "./textSearch.ts";
import type { SearchPart, SearchProgress } from "./textSearch.ts";
import { searchZones } from "./zoneSearch.ts";

export interface TypeResults extends Pick<SearchPart, "more"> {
  readonly collection: CollectionAddress;
  /** Undefined for users. */
  readonly type: ContentType | undefined;
  /** Hits with a match in the title come first. */
  readonly hits: readonly SearchHit[];
}

export interface SearchResults extends Required<Pick<SearchPart, "unseen" | "cut">> {
  /** In the catalog's order of types, users last. Types without hits are left out. */
  readonly groups: readonly TypeResults[];
  /** The progress in all zones together; undefined while none are read. */
  readonly progress: SearchProgress | undefined;
  /** The types that could not be searched, or only in part, and the reason. */
  readonly failures: readonly {
    readonly type: TypeResults["type"];
    readonly failure: ReadFailure;
  }[];
}

/** Searches one type. `tell` reports results before the step ends. */
type SearchStep = (
  typed: TypedService,
  tell: (part: SearchPart) => Promise<void>,
) => ReadResult<SearchPart>;

interface FindOptions {
  /** The connection to search. A pasted reference is resolved on this connection first. */
  readonly connection: Connection;
  readonly text: string;
  /** Whether to read dynamic zones page by page, because the service can't search them. */
  readonly inZones: boolean;
  readonly signal: AbortSignal;
  /** Called whenever there are more results, and never after the signal is aborted. */
  readonly show: (results: SearchResults) => void;
}

/**
 * Finds the document that a text identifies: by documentId, user number, or a URL of a service, its
 * admin panel or its website. Otherwise searches for the text. Resolves after the last request.
 */
export async function findContent(
  { catalogs, connections }: { readonly catalogs: Catalogs; readonly connections: Connections },
  { connection, text, inZones, signal, show }: FindOptions,
): ReadResult<SearchResults> {
  const others = connections.all.filter(({ id }) => id !== connection.id);
  const pasted = parseReference(text, [connection, ...others]);
  const options = { signal };
  if (pasted) {
    const connectionId = "connection" in pasted ? pasted.connection : connection.id;
    const naming = { connection: connectionId, pasted, options };
    const typeSearch = new TypeSearch({ catalogs, connection: connectionId, signal, show });
    const outcome = await typeSearch.run({
      types: [(typed) => findReferenced(typed, naming)],
      users: (service) => findReferencedUser(service, naming),
      slow: [],
    });
    const [failure, results] = outcome;
    if (failure || results.groups.length > 0 || signal.aborted) return outcome;
  }
  const search = { connection: connection.id, text, inZones, options };
  return new TypeSearch({ catalogs, connection: connection.id, signal, show }).run({
    types: [(typed) => searchOwn(typed, search), (typed) => searchInner(typed, search)],
    users: (service) => searchUsers(service, search),
    slow: inZones ? [(typed, tell) => searchZones(typed, search, tell)] : [],
  });
}

const maxParallelRequests = 4;

type SearchOptions = Pick<FindOptions, "signal" | "show"> & {
  readonly catalogs: Catalogs;
  readonly connection: string;
};

/** Runs the same search for every type of a service, several at a time, and merges the results. */
class TypeSearch {
  readonly #limit = new ConcurrencyLimit(maxParallelRequests);
  readonly #options: SearchOptions;
  readonly #groups = new Map<string, TypeResults>();
  readonly #unseen = new Set<string>();
  readonly #cut = new Set<string>();
  readonly #progress = new Map<string, SearchProgress>();
  readonly #failures = new Map<string, SearchResults["failures"][number]>();

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /**
   * Resolves after the last request; fails if the service can't be searched. Each step of `types`
   * starts for every type before the next step, and `slow` steps after all others.
   */
  async run(steps: {
    readonly types: readonly SearchStep[];
    readonly users: (service: Service) => ReadResult<SearchPart>;
    readonly slow: readonly SearchStep[];
  }): ReadResult<SearchResults> {
    const { catalogs, connection } = this.#options;
    const [failure, service] = await catalogs.service(connection);
    if (failure) return failed(failure);
    const types = [...service.catalog.types.values()];
    // Adds all groups before the first results, to keep the catalog's order.
    for (const type of [...types, undefined]) {
      const name = type?.name ?? usersType;
      this.#groups.set(name, { collection: { connection, type: name }, type, hits: [] });
    }
    const run = (step: () => Promise<void>) =>
      this.#limit.run(async () => {
        if (!this.#options.signal.aborted) await step();
      });
    const runStep = async (name: string, look: SearchStep) => {
      const tell = (part: SearchPart) => this.#tell(name, done(part));
      // The catalog may be outdated. A response that contradicts it reloads the catalog.
      const search = async (): ReadResult<SearchPart> => {
        const [failure, typed] = await catalogs.type(connection, name);
        return failure ? failed(failure) : look(typed, tell);
      };
      await this.#tell(name, await catalogs.readWithFreshCatalog(connection, search));
    };
    const runAll = (all: readonly SearchStep[]) =>
      all.flatMap((look) => types.map(({ name }) => run(() => runStep(name, look))));
    const findUsers = async () => void this.#take(usersType, await steps.users(service));
    await Promise.all([...runAll(steps.types), run(findUsers), ...runAll(steps.slow)]);
    return done(this.#results);
  }

  /** Shows new results, and then shows them again with their states. */
  async #tell(name: string, outcome: Outcome<SearchPart, ReadFailure>): Promise<void> {
    const { catalogs, connection } = this.#options;
    const newHits = this.#take(name, outcome);
    const [, typed] = await catalogs.type(connection, name);
    if (!typed || this.#options.signal.aborted) return;
    const hits = await withStates(typed, newHits, this.#options);
    if (hits !== newHits) this.#take(name, done({ hits }));
  }

  /** Shows new results, and returns the hits that were not there before. */
  #take(name: string, [failure, part]: Outcome<SearchPart, ReadFailure>): readonly SearchHit[] {
    const group = this.#groups.get(name);
    if (!group || this.#options.signal.aborted) return [];
    if (failure) {
      this.#progress.delete(name);
      this.#failures.set(name, { type: group.type, failure });
      return [];
    }
    for (const field of part.unseen ?? []) this.#unseen.add(field);
    for (const zone of part.cut ?? []) this.#cut.add(zone);
    if (part.progress) this.#progress.set(name, part.progress);
    const hitsByKey = new Map(group.hits.map((hit) => [keyOf(hit.address), hit]));
    for (const hit of part.hits) {
      const key = keyOf(hit.address);
      // Earlier hits stay unchanged, except for their state.
      hitsByKey.set(key, { ...hit, ...hitsByKey.get(key), ...(hit.state && { state: hit.state }) });
    }
    const hits = [...hitsByKey.values()].sort(
      (hit, other) => Number(hit.where !== undefined) - Number(other.where !== undefined),
    );
    this.#groups.set(name, { ...group, more: group.more ?? part.more, hits });
    this.#options.show(this.#results);
    const knownKeys = new Set(group.hits.map(({ address }) => keyOf(address)));
    return part.hits.filter(({ address }) => !knownKeys.has(keyOf(address)));
  }

  get #results(): SearchResults {
    const progresses = [...this.#progress.values()];
    const progress = {
      read: progresses.reduce((sum, { read }) => sum + read, 0),
      total: progresses.reduce((sum, { total }) => sum + total, 0),
    };
    return {
      progress: progress.read < progress.total ? progress : undefined,
      cut: [...this.#cut].sort(),
      groups: [...this.#groups.values()].filter(({ hits }) => hits.length > 0),
      unseen: [...this.#unseen].sort(),
      failures: [...this.#groups.keys()].flatMap((name) => this.#failures.get(name) ?? []),
    };
  }
}

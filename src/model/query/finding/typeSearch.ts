import { keyOf, usersType } from "../../foundation/address.ts";
import type { CollectionAddress } from "../../foundation/address.ts";
import type { ListQuery } from "../../content/listQuery.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { Catalogs, Service, TypedService } from "../../schemas/catalogs.ts";
import { ConcurrencyLimit } from "../../foundation/concurrencyLimit.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ReadFailure } from "../../reading/readFailure.ts";
import { withStates } from "./hits.ts";
import type { SearchHit } from "./hits.ts";
import type { TypeSearchPart, SearchProgress, TypeSearchResult } from "./search.ts";

export interface TypeResults {
  readonly place: CollectionAddress;
  /** Undefined for users. */
  readonly type: ContentType | undefined;
  /** Hits with a match in the title come first. */
  readonly hits: readonly SearchHit[];
  /** The list query that shows more results of the type; absent if there are no more. */
  readonly more?: ListQuery;
}

export interface SearchResults {
  /** In the catalog's order of types, users last. Types without hits are left out. */
  readonly groups: readonly TypeResults[];
  /** Fields with text that the service can't search, such as `articles.sections`. */
  readonly unseen: readonly string[];
  /** Zones that were not read to the end, because enough was found. */
  readonly cut: readonly string[];
  /** The progress in all zones together; absent while none are read. */
  readonly progress?: SearchProgress;
  /** The types that could not be searched, or only in part, and the reason. */
  readonly failures: readonly {
    readonly type: TypeResults["type"];
    readonly failure: ReadFailure;
  }[];
}

export interface SearchSteps {
  /** Each step starts for every type before the next step. */
  readonly types: readonly SearchStep[];
  readonly users: (service: Service) => TypeSearchResult;
  /** Slow steps, which run for every type after all other steps. */
  readonly slow: readonly SearchStep[];
}

/** Searches one type. `tell` reports results before the step ends. */
type SearchStep = (
  typed: TypedService,
  tell: (part: TypeSearchPart) => Promise<void>,
) => TypeSearchResult;

interface TypeSearchOptions {
  readonly signal: AbortSignal;
  readonly show: (found: SearchResults) => void;
}

const atOnce = 4;

/** Runs the same search for every type of a service, several at a time, and merges the results. */
export class TypeSearch {
  readonly #limit = new ConcurrencyLimit(atOnce);
  readonly #catalogs: Catalogs;
  readonly #connection: string;
  readonly #options: TypeSearchOptions;
  readonly #groups = new Map<string, TypeResults>();
  readonly #unseen = new Set<string>();
  readonly #cut = new Set<string>();
  readonly #progress = new Map<string, SearchProgress>();
  readonly #failures = new Map<string, SearchResults["failures"][number]>();

  constructor(catalogs: Catalogs, connection: string, sweeping: TypeSearchOptions) {
    this.#catalogs = catalogs;
    this.#connection = connection;
    this.#options = sweeping;
  }

  /** Resolves after the last request; fails if the service can't be searched. */
  async run(steps: SearchSteps): Promise<Outcome<SearchResults, ReadFailure>> {
    const connection = this.#connection;
    const [failure, service] = await this.#catalogs.service(connection);
    if (failure) return failed(failure);
    const types = [...service.catalog.types.values()];
    // Adds all groups before the first results, to keep the catalog's order.
    for (const type of types) {
      const place = { connection, type: type.name };
      this.#groups.set(type.name, { place, type, hits: [] });
    }
    const place = { connection, type: usersType };
    this.#groups.set(usersType, { place, type: undefined, hits: [] });
    const run = (step: () => Promise<void>) =>
      this.#limit.run(async () => {
        if (!this.#options.signal.aborted) await step();
      });
    const runAll = (all: readonly SearchStep[]) =>
      all.flatMap((look) => types.map(({ name }) => run(() => this.#runStep(name, look))));
    const findUsers = async () => void this.#take(usersType, await steps.users(service));
    await Promise.all([...runAll(steps.types), run(findUsers), ...runAll(steps.slow)]);
    return done(this.#found);
  }

  async #runStep(name: string, look: SearchStep): Promise<void> {
    const connection = this.#connection;
    const tell = (part: TypeSearchPart) => this.#tell(name, done(part));
    // The catalog may be outdated. A response that contradicts it reloads the catalog.
    const outcome = await this.#catalogs.readWithFreshCatalog(
      connection,
      async (): TypeSearchResult => {
        const [failure, typed] = await this.#catalogs.type(connection, name);
        return failure ? failed(failure) : look(typed, tell);
      },
    );
    await this.#tell(name, outcome);
  }

  /** Shows new results, and then shows them again with their states. */
  async #tell(name: string, outcome: Outcome<TypeSearchPart, ReadFailure>): Promise<void> {
    const connection = this.#connection;
    const fresh = this.#take(name, outcome);
    const [, typed] = await this.#catalogs.type(connection, name);
    if (!typed || this.#options.signal.aborted) return;
    const hits = await withStates(typed, fresh, this.#options);
    if (hits !== fresh) this.#take(name, done({ hits }));
  }

  /** Shows new results, and returns the hits that were not there before. */
  #take(name: string, [failure, part]: Outcome<TypeSearchPart, ReadFailure>): readonly SearchHit[] {
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
    this.#groups.set(name, mergeResults(group, part));
    this.#options.show(this.#found);
    const known = new Set(group.hits.map(({ address }) => keyOf(address)));
    return part.hits.filter(({ address }) => !known.has(keyOf(address)));
  }

  get #found(): SearchResults {
    const progress = together([...this.#progress.values()]);
    return {
      ...(progress.read < progress.total && { progress }),
      cut: [...this.#cut].sort(),
      groups: [...this.#groups.values()].filter(({ hits }) => hits.length > 0),
      unseen: [...this.#unseen].sort(),
      failures: [...this.#groups.keys()].flatMap((name) => this.#failures.get(name) ?? []),
    };
  }
}

const together = (all: readonly SearchProgress[]): SearchProgress => ({
  read: all.reduce((sum, { read }) => sum + read, 0),
  total: all.reduce((sum, { total }) => sum + total, 0),
});

/** Merges new results into a group. Earlier hits stay unchanged, except for their state. */
function mergeResults(group: TypeResults, { hits, more }: TypeSearchPart): TypeResults {
  const all = new Map(group.hits.map((hit) => [keyOf(hit.address), hit]));
  for (const hit of hits) {
    const key = keyOf(hit.address);
    all.set(key, { ...hit, ...all.get(key), ...(hit.state && { state: hit.state }) });
  }
  const [first, last] = [true, false].map((isTitled) =>
    [...all.values()].filter(({ where }) => (where === undefined) === isTitled),
  );
  return { ...(more && { more }), ...group, hits: [...(first ?? []), ...(last ?? [])] };
}

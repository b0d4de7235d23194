import type { ResultsStore } from "../../model/import/recordResult.ts";
import type { Connection, ConnectionStore, SecretKind } from "../../model/connect/connection.ts";
import type { PairLine, PairStore } from "../../model/compare/documentPairs.ts";
import { Emitter } from "../../model/foundation/events.ts";
import type { ListQueryStore } from "../../model/browse/contentLists.ts";
import type { ChosenConnection } from "./connectionChoice.ts";

/** The connections of one command, with their tokens. They are never stored. */
export class ChosenConnections implements ConnectionStore {
  readonly onDidChange = new Emitter<never>().event;
  readonly #tokens: ReadonlyMap<string, string | undefined>;
  readonly #adminTokens = new Map<string, string | undefined>();
  #connections: readonly Connection[];

  constructor(chosen: readonly Omit<ChosenConnection, "admin">[]) {
    this.#connections = chosen.map(({ connection }) => connection);
    this.#tokens = new Map(chosen.map(({ connection, token }) => [connection.id, token]));
  }

  load(): readonly Connection[] {
    return this.#connections;
  }

  save(connections: readonly Connection[]): Promise<void> {
    this.#connections = connections;
    return Promise.resolve();
  }

  secret({ id }: Connection, kind: SecretKind): Promise<string | undefined> {
    if (kind === "admin") return Promise.resolve(this.#adminTokens.get(id));
    return Promise.resolve(kind === "token" ? this.#tokens.get(id) : undefined);
  }

  saveSecret({ id }: Connection, kind: SecretKind, secret: string | undefined): Promise<void> {
    if (kind === "admin") this.#adminTokens.set(id, secret);
    return Promise.resolve();
  }
}

export class TextsInMemory {
  readonly #texts = new Map<string, string>();

  names(): Promise<readonly string[]> {
    return Promise.resolve([...this.#texts.keys()]);
  }

  load(name: string): Promise<string | undefined> {
    return Promise.resolve(this.#texts.get(name));
  }

  save(name: string, text: string): Promise<void> {
    this.#texts.set(name, text);
    return Promise.resolve();
  }

  drop(name: string): Promise<void> {
    this.#texts.delete(name);
    return Promise.resolve();
  }
}

/** No list query outlives the command. */
export const noListQueries: ListQueryStore = {
  load: () => undefined,
  save: () => Promise.resolve(),
  drop: () => Promise.resolve(),
};

/** Pairs for a command that writes nothing: what it adds is gone at its end. */
export class UnwrittenPairs implements PairStore {
  readonly #stored: PairStore;
  readonly #added: PairLine[] = [];

  constructor(stored: PairStore) {
    this.#stored = stored;
  }

  partners(connection: string): Promise<readonly string[]> {
    return this.#stored.partners(connection);
  }

  async *lines(connections: readonly [string, string]): AsyncGenerator<PairLine, void, void> {
    yield* this.#stored.lines(connections);
    yield* this.#added;
  }

  append(_: readonly [string, string], lines: readonly PairLine[]): Promise<undefined> {
    this.#added.push(...lines);
    return Promise.resolve(undefined);
  }

  compact(): Promise<void> {
    return Promise.resolve();
  }

  flush(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

/** Plans as if nothing had been written before, and keeps no results. */
export const noResults: ResultsStore = {
  lines: async function* () {
    // There are none.
  },
  append: () => Promise.resolve(undefined),
};

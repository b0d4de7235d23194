import type { Connection, ConnectionStore, SecretKind } from "../model/connections/connection.ts";
import { Emitter } from "../model/foundation/events.ts";
import type { ListQuery } from "../model/query/listing/listQuery.ts";
import type { CollectionAddress, ListQueryStore } from "../model/query/listing/content.ts";
import type { ChosenConnection } from "./connectionChoice.ts";

/** The connection of one command, with its token. It is never stored. */
export class OneConnection implements ConnectionStore {
  readonly onDidChange = new Emitter<never>().event;
  readonly #token: string | undefined;
  #connections: readonly Connection[];

  constructor({ connection, token }: ChosenConnection) {
    this.#connections = [connection];
    this.#token = token;
  }

  load(): readonly Connection[] {
    return this.#connections;
  }

  save(connections: readonly Connection[]): Promise<void> {
    this.#connections = connections;
    return Promise.resolve();
  }

  secret(_: Connection, kind: SecretKind): Promise<string | undefined> {
    return Promise.resolve(kind === "token" ? this.#token : undefined);
  }

  saveSecret(): Promise<void> {
    return Promise.resolve();
  }
}

/** Texts by name, for the time of one command. */
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

/** The list queries of collections, for the time of one command. */
export class ListQueriesInMemory implements ListQueryStore {
  readonly #listQueries = new Map<string, ListQuery>();

  load({ type }: CollectionAddress): ListQuery | undefined {
    return this.#listQueries.get(type);
  }

  save({ type }: CollectionAddress, listQuery: ListQuery): Promise<void> {
    this.#listQueries.set(type, listQuery);
    return Promise.resolve();
  }

  drop(): Promise<void> {
    this.#listQueries.clear();
    return Promise.resolve();
  }
}

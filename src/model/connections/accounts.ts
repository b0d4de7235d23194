import { isDeepStrictEqual } from "node:util";
import type { Address } from "../foundation/address.ts";
import { isUser } from "../foundation/address.ts";
import type { Connection, UserLogin } from "./connection.ts";
import type { Connections } from "./connections.ts";
import { Emitter } from "../foundation/events.ts";
import type { Disposable } from "../foundation/events.ts";
import type { Outcome } from "../foundation/outcome.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import type { ConnectionFailure } from "./connectionFailure.ts";
import type { JsonObject } from "../foundation/json.ts";
import { noteUser, toUserRow } from "./userRow.ts";
import type { UserRow } from "./userRow.ts";

/** Who is signed in where. A connection may have a user beside its token, for what a token is not. */
export class Accounts implements Disposable {
  readonly #changed = new Emitter<string>();
  /** The user who is signed in on the connection of this id is told to be another way than before. */
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  readonly #users = new Map<string, UserRow>();
  readonly #listening: Disposable;

  constructor(connections: Connections) {
    this.#connections = connections;
    this.#listening = connections.onDidChange(({ id }) => this.#users.delete(id));
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  /** The user who is signed in, as they were when first asked for; undefined where nobody is. */
  async me(id: string): Promise<Outcome<UserRow | undefined, ConnectionFailure>> {
    const known = this.#users.get(id);
    const connection = this.#connections.get(id);
    if (known || !connection) return done(known);
    const [locked, cms] = await this.#connections.reach(id, "user");
    if (locked) return failed(locked);
    if (!(await this.#connections.hasSecret(connection, ["session"]))) return done(undefined);
    const [error, user] = await cms.users().me();
    if (error) return refused(error);
    const row = toUserRow(user);
    // Somebody else may have signed in meanwhile.
    if ((await this.#connections.client(id, "user")) === cms) this.#users.set(id, row);
    return done(row);
  }

  /** Which user is signed in, also where the service does not let them be read; undefined where nobody is. */
  async myself(id: string): Promise<Pick<UserRow, "id" | "title"> | undefined> {
    const [, me] = await this.me(id);
    const connection = this.#connections.get(id);
    if (me || !connection) return me ?? undefined;
    const known = await this.#connections.userId(connection);
    return known === undefined ? undefined : { id: known, title: connection.identifier ?? known };
  }

  /** Says how a document is now; of the user who is signed in it is remembered. */
  note(address: Address, now: { readonly title: string; readonly content: JsonObject }): void {
    const { connection, id } = address;
    const known = this.#users.get(connection);
    if (!isUser(address) || known?.id !== id) return;
    const noted = noteUser(known, now);
    if (isDeepStrictEqual(known, noted)) return;
    this.#users.set(connection, noted);
    this.#changed.fire(connection);
  }
}

/** Lets a user in, and keeps what the service gave: never the password. */
export async function signIn(
  connections: Connections,
  connection: Connection,
  login: UserLogin,
  signal?: AbortSignal,
): Promise<Outcome<null, ConnectionFailure>> {
  const [failure, signedIn] = await connections.signIn(connection, login, signal);
  if (failure) return failed(failure);
  const { identifier } = login;
  await connections.setUser(connection, { identifier, session: signedIn.jwt });
  return done(null);
}

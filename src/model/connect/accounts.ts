import { isDeepStrictEqual } from "node:util";
import type { Cms, CmsUser, Result } from "../../client/index.ts";
import { isUser, type Address } from "../foundation/address.ts";
import type { Connection, UserLogin } from "./connection.ts";
import type { Connections } from "./connections.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { done, failed, refused } from "../foundation/outcome.ts";
import type { JsonObject } from "../foundation/json.ts";
import { noteUser, toUserRow, type UserRow } from "./userRow.ts";
import type { ConnectionResult } from "./connectionFailure.ts";

/** Reads the signed-in user of a client. */
type ReadMe = (cms: Cms) => Promise<Result<CmsUser>>;

/** The signed-in users. A connection can have one for requests that its token can't make. */
export class Accounts extends ResourceOwner {
  readonly #changed = this.own(new Emitter<string>());
  /** The data of the user signed in to the connection with this id has changed. */
  readonly onDidChange = this.#changed.event;
  readonly #connections: Connections;
  readonly #readMe: ReadMe;
  readonly #users = new Map<string, UserRow>();

  constructor(connections: Connections, readMe: ReadMe) {
    super();
    this.#connections = connections;
    this.#readMe = readMe;
    this.own(connections.onDidChange(({ id }) => this.#users.delete(id)));
  }

  /** The signed-in user, as first read; undefined for an anonymous connection. */
  async me(id: string): ConnectionResult<UserRow | undefined> {
    const knownUser = this.#users.get(id);
    const connection = this.#connections.get(id);
    if (knownUser || !connection) return done(knownUser);
    const [locked, cms] = await this.#connections.reach(id, "user");
    if (locked) return failed(locked);
    if (!(await this.#connections.hasSecret(connection, ["session"]))) return done(undefined);
    const [error, user] = await this.#readMe(cms);
    if (error) return refused(error);
    const row = toUserRow(user);
    // Another user may have signed in meanwhile.
    if ((await this.#connections.client(id, "user")) === cms) this.#users.set(id, row);
    return done(row);
  }

  /** The signed-in user, even if the service denies reading users; undefined if anonymous. */
  async myself(id: string): Promise<Pick<UserRow, "id" | "title"> | undefined> {
    const [, me] = await this.me(id);
    const connection = this.#connections.get(id);
    if (me || !connection) return me ?? undefined;
    const userId = await this.#connections.userId(connection);
    return userId === undefined
      ? undefined
      : { id: userId, title: connection.identifier ?? userId };
  }

  /** Keeps the current content of a document, if it is the signed-in user. */
  note(address: Address, user: { readonly title: string; readonly content: JsonObject }): void {
    const { connection, id } = address;
    const knownUser = this.#users.get(connection);
    if (!isUser(address) || knownUser?.id !== id) return;
    const updatedUser = noteUser(knownUser, user);
    if (isDeepStrictEqual(knownUser, updatedUser)) return;
    this.#users.set(connection, updatedUser);
    this.#changed.fire(connection);
  }
}

/** Signs a user in and stores the session, but never the password. */
export async function signIn(
  connections: Connections,
  connection: Connection,
  login: UserLogin,
  signal?: AbortSignal,
): ConnectionResult<null> {
  const [failure, signedIn] = await connections.signIn(connection, login, signal);
  if (failure) return failed(failure);
  const { identifier } = login;
  await connections.setUser(connection, { identifier, session: signedIn.jwt });
  return done(null);
}

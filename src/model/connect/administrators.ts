import type { AdminApi } from "../../client/admin/index.ts";
import type { Cms, Result } from "../../client/index.ts";
import { Clients, withOwnClient, type ClientOptions } from "./clients.ts";
import type { Connection, ConnectionStore } from "./connection.ts";
import type { Connections } from "./connections.ts";
import { Emitter, ResourceOwner } from "../foundation/events.ts";
import { done, failed, hasName, toOutcome, withoutDetails } from "../foundation/outcome.ts";
import type { ConnectionFailure, ConnectionResult } from "./connectionFailure.ts";

/** An administrator's credentials. The password is never stored, and the token is a secret. */
export type Login =
  | { readonly email: string; readonly password: string }
  | { readonly token: string };

export interface LoginRequest {
  /** The last login, which the service rejected. */
  readonly refused?: { readonly failure: ConnectionFailure; readonly login: Login } | undefined;
  /** Whether the service has admin tokens, as Strapi 5.54 does. */
  readonly hasTokens: boolean;
  /** What needs an administrator; undefined if the user chose to sign in. */
  readonly purpose?: LoginPurpose | undefined;
}

export type LoginPurpose = "unpublish" | "discard" | "create-token";

/** Undefined if the user cancels. */
export type AskLogin = (
  connection: Connection,
  request: LoginRequest,
) => Promise<Login | undefined>;

interface AdminsOptions {
  readonly connections: Connections;
  readonly store: Pick<ConnectionStore, "secret" | "saveSecret">;
  readonly clientOptions: ClientOptions;
  readonly ask: AskLogin;
}

type AdminRequest<T> = (admin: AdminApi) => Promise<Result<T>>;

type AuthenticatedAdmin = Readonly<Record<"token" | "email", string>>;

/** The signed-in administrators, one for each connection, and their requests. */
export class Administrators extends ResourceOwner {
  readonly #signedIn = this.own(new Emitter<string>());
  /** The id of a connection to which an administrator signed in, for the first time or again. */
  readonly onDidSignIn = this.#signedIn.event;
  readonly #options: AdminsOptions;
  readonly #clients: Clients;
  readonly #pendingSignIns = new Map<string, ConnectionResult<null>>();

  constructor(options: AdminsOptions) {
    super();
    const { connections, store, clientOptions } = options;
    this.#options = options;
    this.#clients = this.own(
      new Clients({ secret: (connection) => store.secret(connection, "admin") }, clientOptions),
    );
    this.own(
      connections.onDidChange(({ id, isSameEndpoint }) => {
        if (isSameEndpoint !== true) this.#clients.drop(id);
      }),
    );
  }

  /** Whether an administrator is signed in. If the sign-in expired, the next request asks again. */
  isSignedIn(connection: string): boolean {
    return this.#options.connections.get(connection)?.adminEmail !== undefined;
  }

  /** Asks until the service accepts the login; `declined` if the user cancels. */
  signIn(connection: Connection, purpose?: LoginPurpose): ConnectionResult<null> {
    const { id } = connection;
    const remember = async ({ token, email }: AuthenticatedAdmin): ConnectionResult<null> => {
      const { connections, store } = this.#options;
      const storedConnection = connections.get(id);
      if (!storedConnection) return failed({ code: "no-connection" });
      await store.saveSecret(connection, "admin", token);
      this.#clients.drop(id);
      if (storedConnection.adminEmail !== email)
        await connections.change(connection, { adminEmail: email });
      this.#signedIn.fire(id);
      return done(null);
    };
    const pendingSignIn =
      this.#pendingSignIns.get(id) ??
      this.#askFor(connection, remember, purpose).finally(() => this.#pendingSignIns.delete(id));
    this.#pendingSignIns.set(id, pendingSignIn);
    return pendingSignIn;
  }

  async signOut(connection: Connection): Promise<void> {
    await this.#options.store.saveSecret(connection, "admin", undefined);
    this.#clients.drop(connection.id);
    await this.#options.connections.change(connection, { adminEmail: undefined });
  }

  /** Sends a request as the administrator. Renews an expired sign-in unless `silently` is set. */
  async call<T>(
    id: string,
    work: AdminRequest<T>,
    silently = false,
    purpose?: LoginPurpose,
  ): ConnectionResult<T> {
    const connection = this.#options.connections.get(id);
    if (!connection) return failed({ code: "no-connection" });
    const outcome = await this.#ask(connection, work);
    const [failure] = outcome;
    if (silently || !failure || !isSignedOut(failure)) return outcome;
    // The service did not carry out a request that it rejected this way.
    const [refusal] = await this.signIn(connection, purpose);
    return refusal ? failed(refusal) : this.#ask(connection, work);
  }

  /** Creates an API token of a service. The sign-in is not stored. Asks for it if it is absent. */
  async createToken(
    service: Pick<Connection, "url" | "name"> & Partial<Omit<Connection, "id">>,
    name: string,
    login?: Login,
    signal?: AbortSignal,
  ): ConnectionResult<string> {
    const connection = { ...service, id: "" };
    const create = ({ token }: AuthenticatedAdmin) =>
      this.#askWith(connection, token, (admin) => admin.createApiToken({ name }));
    if (!login) return this.#askFor(connection, create, "create-token");
    const [failure, signedInAdmin] = await this.#authenticate(connection, login, signal);
    if (failure) return failed(failure);
    return signal?.aborted ? failed({ code: "declined" }) : create(signedInAdmin);
  }

  async #ask<T>(connection: Connection, work: AdminRequest<T>): ConnectionResult<T> {
    const [unreachable, cms] = await this.#clients.reach(connection);
    return unreachable ? failed(unreachable) : toOutcome(await work(await adminOf(cms)));
  }

  async #askFor<T>(
    connection: Connection,
    use: (signedInAdmin: AuthenticatedAdmin) => ConnectionResult<T>,
    purpose: LoginPurpose | undefined,
  ): ConnectionResult<T> {
    // Without a token. The answer differs if the service has no such route.
    const [, hasTokens] = await this.#askWith(connection, undefined, (admin) => admin.hasTokens());
    for (let refused: LoginRequest["refused"]; ;) {
      const request = { refused, hasTokens: hasTokens === true, purpose };
      const login = await this.#options.ask(connection, request);
      if (!login) return failed({ code: "declined" });
      const [failure, signedInAdmin] = await this.#authenticate(connection, login);
      if (!failure) return use(signedInAdmin);
      // Another login can only succeed if the service rejected this one.
      const isRejected =
        failure.code === "service" &&
        hasName(failure.error, "ValidationError", "UnauthorizedError");
      if (!isRejected) return failed(failure);
      refused = { failure, login };
    }
  }

  async #authenticate(connection: Connection, login: Login, signal?: AbortSignal) {
    if ("token" in login) {
      const { token } = login;
      const [failure, me] = await this.#askWith(connection, token, (admin) => admin.me());
      if (failure) return failed(failure);
      return done({ token, email: typeof me.email === "string" ? me.email.trim() : "" });
    }
    const [failure, token] = await this.#askWith(connection, undefined, (admin) =>
      admin.signIn({ ...login, signal }),
    );
    // The service can repeat the rejected credentials in its error.
    return failure ? failed(withoutDetails(failure)) : done({ token, email: login.email });
  }

  /** Sends a request with this token, which is not stored. */
  async #askWith<T>(
    connection: Connection,
    token: string | undefined,
    work: AdminRequest<T>,
  ): ConnectionResult<T> {
    const service = { ...connection, token };
    const { clientOptions } = this.#options;
    const ask = async (cms: Cms) => work(await adminOf(cms));
    const [unreachable, answer] = await withOwnClient(service, clientOptions, ask);
    return unreachable ? failed(unreachable) : toOutcome(answer);
  }
}

/** Whether no administrator is signed in, or no longer. */
export const isSignedOut = (failure: ConnectionFailure): boolean =>
  failure.code === "service" && failure.error.name === "UnauthorizedError";

/** Loads the administrator's calls on first use. */
async function adminOf(cms: Cms): Promise<AdminApi> {
  const { createAdmin } = await import("../../client/admin/index.ts");
  return createAdmin(cms);
}

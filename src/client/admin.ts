import { optionsOf, unexpected } from "./documents.ts";
import type { Answer, Request, Transport } from "./http/call.ts";
import { isRecord } from "./json.ts";
import { fail, ok } from "./result.ts";
import type { Result } from "./result.ts";
import { catchErrors } from "./catchErrors.ts";
import type { CallOptions, Status } from "./types/params.ts";

/** One localization of a document, as the admin panel names it. */
export interface AdminTarget extends CallOptions {
  /** The type's whole uid, such as `api::article.article`. */
  readonly uid: string;
  /** Absent for a single type. */
  readonly documentId?: string;
  /** The default one unless given. */
  readonly locale?: string;
}

/** An administrator as the service names one beside what was changed; what is empty is null. */
export interface Administrator {
  readonly id: number;
  readonly firstname?: string | null;
  readonly lastname?: string | null;
  readonly username?: string | null;
  readonly email?: string;
}

/** A relation of a document or of a component in it. */
export interface AdminRelation extends CallOptions {
  /** Of the type, or of the component. */
  readonly uid: string;
  /** The documentId, or the id of the component. */
  readonly id: string | number;
  readonly field: string;
  readonly locale?: string;
  readonly status?: Status;
  /** The first one is 1; a page has 100. */
  readonly page: number;
}

/** A page of the targets of a relation. */
export interface AdminRelationPage {
  /** Each with its documentId, and with what the admin panel calls it. */
  readonly targets: readonly AnyRecord[];
  readonly pageCount: number;
}

/** What the admin panel shows of the service itself; undefined where the service does not tell it. */
export interface ServiceInformation {
  /** The version of Strapi, such as "5.54.0". */
  readonly strapiVersion: string | undefined;
  /** The version of Node.js, such as "v24.1.0". */
  readonly nodeVersion: string | undefined;
  /** Such as "production". */
  readonly currentEnvironment: string | undefined;
  /** The packages of the service's project with their versions. Database drivers are among them. */
  readonly dependencies: Readonly<Partial<Record<string, string>>>;
}

type AnyRecord = Readonly<Record<string, unknown>>;

/**
 * What the admin panel does, at `/admin` and `/content-manager` beside `/api`. The client's token is to be
 * an administrator's: the JWT of `signIn`, or an admin token. An API token gets UnauthorizedError,
 * what the administrator may not do ForbiddenError. The specification does not show it.
 */
export interface Admin {
  /**
   * The JWT of an administrator, which ends after 30 minutes. ValidationError for a wrong password,
   * RateLimitError beyond five tries in five minutes.
   */
  signIn(
    input: CallOptions & { readonly email: string; readonly password: string },
  ): Promise<Result<string>>;
  /** The administrator that the token belongs to; of an admin token, whoever made it. */
  me(input?: CallOptions): Promise<Result<Administrator>>;
  /** Whether the service has admin tokens. It may be asked without a token. */
  hasTokens(input?: CallOptions): Promise<Result<boolean>>;
  /** The versions and the packages of the service. */
  information(input?: CallOptions): Promise<Result<ServiceInformation>>;
  /** Takes down what is published; the draft stays. NotFoundError where nothing is. */
  unpublish(input: AdminTarget): Promise<Result<null>>;
  /** Makes the draft what is published. NotFoundError where nothing is. */
  discard(input: AdminTarget): Promise<Result<null>>;
  /** Who changed the draft last in the admin panel: writes by `/api` are nobody's. Null where nobody did. */
  lastEditor(input: AdminTarget): Promise<Result<Administrator | null>>;
  /**
   * A document with its components and files, whole whatever its routes make of it; of each relation the
   * number of its targets, as `{ count }`. Without a documentId where there is no such localization or version.
   */
  read(input: AdminTarget & { readonly status?: Status }): Promise<Result<AnyRecord>>;
  /**
   * Changes attributes of a draft, whatever its routes make of a write, and answers with it as `read` does. In
   * `data` files are numeric ids, and relations `{ set: [{ documentId }] }`. What the administrator may not
   * change is left out without an error.
   */
  update(input: AdminTarget & { readonly data: object }): Promise<Result<AnyRecord>>;
  /** One page of what a relation points to, the last target first. */
  relationTargets(input: AdminRelation): Promise<Result<AdminRelationPage>>;
  /** A new API token that may do everything and does not end. ValidationError for a name that is taken. */
  createApiToken(
    input: CallOptions & { readonly name: string; readonly description?: string },
  ): Promise<Result<string>>;
}

export function createAdmin(transport: Transport): Admin {
  const call = async <T>(
    request: Pick<Request, "method" | "path" | "query" | "body">,
    input: CallOptions,
    read: Read<T>,
  ): Promise<Result<T>> => {
    const whole = { ...request, ...optionsOf(input), isAdmin: true };
    const [error, answer] = await transport.request(whole);
    if (error) return fail(error);
    return read(isRecord(answer.body) ? answer.body["data"] : undefined, answer);
  };
  const get = <T>(path: Request["path"], input: AdminInput, read: Read<T>) =>
    call({ method: "GET", path, query: queryOf(input) }, input, read);
  const post = <T>(path: Request["path"], body: object, [input, read]: [CallOptions, Read<T>]) =>
    call({ method: "POST", path, body }, input, read);
  // The service reads the locale of an action from the body, and passes over that of a query.
  const act = (name: string, target: AdminTarget) =>
    post([...placeOf(target), "actions", name], localeOf(target), [target, nothing]);

  return catchErrors(
    {
      signIn: ({ email, password, ...input }) =>
        post(["admin", "login"], { email, password }, [input, textAt("token")]),
      me: (input = {}) =>
        get(["admin", "users", "me"], { ...input, locale: undefined }, administratorIn),
      hasTokens: async (input = {}) => {
        const [error] = await get(
          ["admin", "admin-tokens"],
          { ...input, locale: undefined },
          nothing,
        );
        if (!error) return ok(true, null);
        // An older service answers with its admin panel, or that there is nothing.
        if (/^(Unauthorized|Forbidden)Error$/.test(error.name)) return ok(true, null);
        return /^(NotFound|Parse)Error$/.test(error.name) || error.status === 405
          ? ok(false, null)
          : fail(error);
      },
      information: (input = {}) =>
        get(["admin", "information"], { ...input, locale: undefined }, informationIn),
      unpublish: (target) => act("unpublish", target),
      discard: (target) => act("discard", target),
      lastEditor: (target) => get(placeOf(target), target, editorIn),
      read: (target) => get(placeOf(target), target, recordIn),
      update: ({ data, ...target }) => {
        // Here, too, the locale is read from the body.
        const body = { ...data, ...localeOf(target) };
        return call({ method: "PUT", path: placeOf(target), body }, target, recordIn);
      },
      relationTargets: ({ uid, id, field, ...input }) => {
        const path = ["content-manager", "relations", uid, String(id), field];
        return get(path, { ...input, pageSize: 100 }, targetsIn);
      },
      createApiToken: ({ name, description = "", ...input }) => {
        const body = { name, description, type: "full-access", lifespan: null, permissions: null };
        return post(["admin", "api-tokens"], body, [input, textAt("accessKey")]);
      },
    },
    transport.url,
  );
}

type Read<T> = (data: unknown, answer: Answer) => Result<T>;

type AdminInput = CallOptions & {
  readonly locale?: string | undefined;
  readonly status?: Status;
  readonly page?: number;
  readonly pageSize?: number;
};

const queryOf = ({ status, page, pageSize, ...input }: AdminInput) => ({
  ...localeOf(input),
  ...(status && { status }),
  ...(page !== undefined && { page, pageSize }),
});

const localeOf = ({ locale }: AdminInput) => (locale === undefined ? {} : { locale });

const placeOf = ({ uid, documentId }: AdminTarget): string[] =>
  documentId === undefined
    ? ["content-manager", "single-types", uid]
    : ["content-manager", "collection-types", uid, documentId];

const nothing = (): Result<null> => ok(null, null);

const textAt =
  (key: string) =>
  (data: unknown, answer: Answer): Result<string> => {
    const text = isRecord(data) ? data[key] : undefined;
    return typeof text === "string" ? ok(text, null) : fail(unexpected(answer, `a text as ${key}`));
  };

const administratorIn = (data: unknown, answer: Answer): Result<Administrator> =>
  isRecord(data)
    ? // What came over the wire is taken at its word, as all documents are.
      ok(data as unknown as Administrator, null)
    : fail(unexpected(answer, "an administrator"));

const informationIn = (data: unknown, answer: Answer): Result<ServiceInformation> => {
  if (!isRecord(data)) return fail(unexpected(answer, "the information on the service"));
  const { strapiVersion, nodeVersion, currentEnvironment } = textsIn(data);
  const dependencies = textsIn(data["dependencies"]);
  return ok({ strapiVersion, nodeVersion, currentEnvironment, dependencies }, null);
};

const textsIn = (value: unknown): Readonly<Partial<Record<string, string>>> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );

const recordIn = (data: unknown, answer: Answer): Result<AnyRecord> => {
  if (!isRecord(data)) return fail(unexpected(answer, "a document"));
  return ok(data, null);
};

const targetsIn = (_: unknown, answer: Answer): Result<AdminRelationPage> => {
  const { results, pagination } = isRecord(answer.body) ? answer.body : {};
  if (!Array.isArray(results) || !results.every(isRecord)) {
    return fail(unexpected(answer, "the targets of a relation"));
  }
  const pageCount = isRecord(pagination) ? pagination["pageCount"] : undefined;
  return ok({ targets: results, pageCount: typeof pageCount === "number" ? pageCount : 1 }, null);
};

const editorIn = (data: unknown): Result<Administrator | null> => {
  const editor = isRecord(data) ? data["updatedBy"] : undefined;
  // The same: every field of it may be missing.
  return ok(isRecord(editor) ? (editor as unknown as Administrator) : null, null);
};

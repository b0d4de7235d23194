import type { CmsError, ListParams } from "../../src/client/index.ts";
import { toQuery } from "../../src/client/http/query.ts";
import { articles, send } from "./realCms.ts";
import type { Article } from "./realCms.ts";

/** A value that the client's types reject, but that a caller without types can send. */
export const untyped = (value: unknown): never => value as never;

/** The name, status and message of an error, or null without an error. */
export const errorSummary = (error: CmsError | null): unknown =>
  error && [error.name, error.status, error.message];

/** The titles that a list read returns, in the order of the service, or its error. */
export async function titlesFound(params: ListParams): Promise<unknown> {
  const [error, rows] = await articles().findMany({ params });
  return error ? errorSummary(error) : rows.map(({ title }) => title);
}

/**
 * A list of articles as the service answers it, without the client, which rejects values that the
 * service replaces.
 */
export async function rawList(params: object): Promise<{
  readonly error: unknown;
  readonly titles: readonly string[];
  readonly pagination: unknown;
}> {
  const { body } = await send("GET", `/articles?${toQuery(params)}`);
  const { data, meta, error } = body as {
    readonly data: readonly Article[] | null;
    readonly meta?: { readonly pagination: unknown };
    readonly error?: { readonly name: string; readonly status: number; readonly message: string };
  };
  return {
    error: error && [error.name, error.status, error.message],
    titles: data?.map(({ title }) => title) ?? [],
    pagination: meta?.pagination,
  };
}

/** The only row that a list read returns. Throws if there are more or fewer, because that is a bug in the test. */
export async function rowFound<T = Article>(params: ListParams): Promise<T> {
  const [error, rows] = await articles().findMany({ params });
  if (error) throw error;
  if (rows.length !== 1) throw new Error(`${rows.length} rows instead of one.`);
  // The caller's parameters decide which fields the row has.
  return rows[0] as unknown as T;
}

/** All properties of an error that tests compare. `details` is unchanged. */
export const shape = (error: CmsError | null): unknown =>
  error && {
    name: error.name,
    status: error.status,
    message: error.message,
    details: error.details,
    ...(error.name === "ValidationError" && { issues: error.issues }),
  };

/** Creates an article with this data, and returns the error. */
export const created = async (data: object): Promise<CmsError | null> => {
  const [error] = await articles().create({ payload: { data: untyped(data) } });
  return error;
};

/** Lists articles with these parameters, and returns the error. */
export const listError = async (params: object): Promise<CmsError | null> => {
  const [error] = await articles().findMany({ params: untyped(params) });
  return error;
};

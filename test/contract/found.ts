import type { CmsError, ListParams } from "../../src/client/index.ts";
import { articles } from "./realCms.ts";
import type { Article } from "./realCms.ts";

/** What the client's types refuse: a caller without types can send it all the same. */
export const untyped = (value: unknown): never => value as never;

/** What an error says of itself; null where there is none. */
export const said = (error: CmsError | null): unknown =>
  error && [error.name, error.status, error.message];

/** The titles that a list read gives, in its order; or what its error says. */
export async function titlesFound(params: ListParams): Promise<unknown> {
  const [error, rows] = await articles().findMany({ params });
  return error ? said(error) : rows.map(({ title }) => title);
}

/** The one row that a list read gives; any other number of rows is a mistake of the test. */
export async function rowFound<T = Article>(params: ListParams): Promise<T> {
  const [error, rows] = await articles().findMany({ params });
  if (error) throw error;
  if (rows.length !== 1) throw new Error(`${rows.length} rows instead of one.`);
  // Which fields it has follows the params, and those are the caller's.
  return rows[0] as unknown as T;
}

/** All that a test compares of an error; `details` as the service sent them. */
export const shape = (error: CmsError | null): unknown =>
  error && {
    name: error.name,
    status: error.status,
    message: error.message,
    details: error.details,
    ...(error.name === "ValidationError" && { issues: error.issues }),
  };

/** The error of an attempt to make an article of that. */
export const created = async (data: object): Promise<CmsError | null> => {
  const [error] = await articles().create({ payload: { data: untyped(data) } });
  return error;
};

/** The error of an attempt to list articles so. */
export const listed = async (params: object): Promise<CmsError | null> => {
  const [error] = await articles().findMany({ params: untyped(params) });
  return error;
};

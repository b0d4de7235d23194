import type { CmsError, ListParams } from "../../src/client/index.ts";
import { articles } from "./realCms.ts";
import type { Article } from "./realCms.ts";

/** A value that the client's types reject: a caller without types can still send it. */
export const untyped = (value: unknown): never => value as never;

/** Name, status and message of an error; null without one. */
export const errorSummary = (error: CmsError | null): unknown =>
  error && [error.name, error.status, error.message];

/** The titles that a list read returns, in its order; or its error. */
export async function titlesFound(params: ListParams): Promise<unknown> {
  const [error, rows] = await articles().findMany({ params });
  return error ? errorSummary(error) : rows.map(({ title }) => title);
}

/** The only row that a list read returns; another number of rows is a mistake of the test. */
export async function rowFound<T = Article>(params: ListParams): Promise<T> {
  const [error, rows] = await articles().findMany({ params });
  if (error) throw error;
  if (rows.length !== 1) throw new Error(`${rows.length} rows instead of one.`);
  // Which fields it has follows the params, and those are the caller's.
  return rows[0] as unknown as T;
}

/** Everything that a test compares of an error; `details` as the service sent them. */
export const shape = (error: CmsError | null): unknown =>
  error && {
    name: error.name,
    status: error.status,
    message: error.message,
    details: error.details,
    ...(error.name === "ValidationError" && { issues: error.issues }),
  };

/** The error of creating an article with this data. */
export const created = async (data: object): Promise<CmsError | null> => {
  const [error] = await articles().create({ payload: { data: untyped(data) } });
  return error;
};

/** The error of listing articles with these parameters. */
export const listError = async (params: object): Promise<CmsError | null> => {
  const [error] = await articles().findMany({ params: untyped(params) });
  return error;
};

import { isPathSegment, type Request } from "./call.ts";
import type { RequestError } from "../errors.ts";
import { unsent } from "../result.ts";
import { optionFault, splitLongLists, toQuery, unreadable } from "./query.ts";
import type { Outgoing } from "./attempt.ts";

/** The service silently drops the parameters beyond this number. */
const mostParameters = 1_000;

/** The limit for the request line and headers, in bytes. The service answers 431 above it. */
const longestHead = 16 * 1_024;

/** Bytes for the lines that undici writes: method, `host`, `connection` and `content-*`. */
const othersLines = 256;

/** The base paths of a service's routes. Both begin and end with a slash. */
export interface ServiceRoot {
  readonly origin: string;
  /** The service's base path. The admin panel and the files are below it. */
  readonly service: string;
  /** The path of the content API. */
  readonly prefix: string;
}

export function prepare(
  request: Request,
  root: ServiceRoot,
  headers: Readonly<Record<string, string>>,
): Outgoing | RequestError {
  const { method } = request;
  const path = request.path.filter((segment) => typeof segment === "string").join("/");
  const prefix = request.isAdmin === true ? root.service : root.prefix;
  const url = root.origin + prefix + path;
  try {
    const query = splitLongLists(request.query ?? {});
    const fault = faultOf(request, query);
    if (fault !== undefined) return unsent(method, url, fault);
    const { file, stream } = request;
    const search = toQuery(query);
    const encodedPath = request.path.map(encodeURIComponent).join("/");
    const target = file ?? prefix + encodedPath + (search && `?${search}`);
    const unsendable = headerFault(headers) ?? wrongLength(search, target, headers);
    if (unsendable !== undefined) return unsent(method, url, unsendable);
    const { body, ...bodyHeaders } = stream
      ? {
          body: stream,
          "content-type": stream.contentType,
          "content-length": String(stream.length),
        }
      : written(request.body);
    return {
      ...{ method, origin: root.origin, target, body },
      isFile: file !== undefined,
      isForWrite: request.isForWrite === true || method !== "GET",
      path: file?.replace(/\?.*/s, "").slice(1) ?? encodedPath,
      headers: { ...headers, ...bodyHeaders },
    };
  } catch (cause) {
    return unsent(method, url, `The request can't be written: ${causeWords(cause)}`, cause);
  }
}

/** The message of a thrown value. An object without a prototype can't be converted to text. */
function causeWords(cause: unknown): string {
  try {
    return String(cause);
  } catch {
    return "the input throws a value that can't be written as text.";
  }
}

/** Why a request can't be sent. Untyped callers can pass any value. */
function faultOf(
  { path, isCustom = false, signal, timeoutMs = 1, deadlineAt = 1 }: Request,
  query: { readonly pagination?: unknown },
): string | undefined {
  if (signal !== undefined && !(signal instanceof AbortSignal))
    return "The signal must be an AbortSignal.";
  if (!Number.isFinite(timeoutMs) || !Number.isFinite(deadlineAt))
    return "A timeout and a deadline are numbers of milliseconds.";
  if (!path.every(isPathSegment))
    return "An id or a segment of a path must be a string other than '', '.' and '..', without /, \\, ?, #, % and control characters.";
  if (isCustom) return unreadable(query);
  const { page, pageSize, start, limit } = Object(query.pagination) as Record<string, unknown>;
  const isByPage = page !== undefined || pageSize !== undefined;
  const isByOffset = start !== undefined || limit !== undefined;
  return isByPage && isByOffset
    ? "Page and offset can't be mixed in one pagination."
    : (unreadable(query) ?? optionFault(query));
}

/** Without the value, which can be a secret. The error of a fetch function would quote it. */
function headerFault(headers: Readonly<Record<string, string>>): string | undefined {
  const odd = Object.entries(headers).find(
    ([name, value]) => !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value),
  );
  return odd && `The header ${odd[0]} contains a character that can't be sent.`;
}

function wrongLength(
  search: string,
  target: string,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  if (search.split("&").length > mostParameters) {
    return `The request has more than ${mostParameters} parameters, and the service would drop the rest.`;
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return target.length + lines.join("").length + othersLines > longestHead
    ? "The URL is too long: with the headers, the service reads 16 KiB."
    : undefined;
}

/** Half a surrogate pair, as JSON.stringify writes it. It can't be read back unchanged. */
const halfPair = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

function written(body: unknown) {
  const text = JSON.stringify(body) as string | undefined;
  if (text === undefined) return { body: null };
  if (halfPair.test(text)) throw new RangeError("A string contains half a surrogate pair.");
  return { body: text, "content-type": "application/json" };
}

import { inspect } from "node:util";
import type { CmsError } from "../../src/client/index.ts";

/** All names of errors. As a table, it compiles only if no name is missing and none is unknown. */
const names: Readonly<Record<CmsError["name"], true>> = {
  NotFoundError: true,
  ValidationError: true,
  UnauthorizedError: true,
  ForbiddenError: true,
  ConflictError: true,
  RateLimitError: true,
  PayloadTooLargeError: true,
  HttpError: true,
  CmsTimeoutError: true,
  CmsAbortError: true,
  NetworkError: true,
  TlsError: true,
  ProxyError: true,
  ParseError: true,
  IncompleteListError: true,
  RequestError: true,
  WriteDeniedError: true,
};

/** Lists what is wrong with a value that should be `[error, data, meta]`. The list is empty for a correct value. */
export function oddities(tuple: unknown): string[] {
  if (!Array.isArray(tuple) || tuple.length !== 3) return [`no tuple: ${inspect(tuple)}`];
  const [error, data, meta] = tuple as readonly unknown[];
  if (error === null) return data === undefined ? ["neither error nor data"] : [];
  const odd = data === null && meta === null ? [] : ["data or meta beside an error"];
  return error instanceof Error ? [...odd, ...oddFacts(error as CmsError)] : [...odd, "no Error"];
}

const isCount = (value: unknown): boolean => typeof value === "number" && value >= 0;

function oddFacts(error: CmsError): string[] {
  const right = {
    name: Object.hasOwn(names, error.name),
    message: typeof error.message === "string" && error.message !== "",
    method: ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(error.method),
    url: typeof error.url === "string" && error.url.startsWith("http"),
    attempts: isCount(error.attempts),
    elapsedMs: isCount(error.elapsedMs),
    retryable: typeof error.retryable === "boolean",
    status: error.status === undefined || isCount(error.status),
  };
  return Object.entries(right)
    .filter(([, isRight]) => !isRight)
    .map(([key]) => `${error.name} with ${key} ${inspect(error[key as "name"])}`);
}

/** Texts that reveal a secret. They include its beginning and end, because an error can quote only a part of a text. */
export const tracesOf = (secret: string): string[] => [
  secret,
  secret.slice(0, 8),
  secret.slice(-8),
  encodeURIComponent(secret),
];

/** Whether a value contains one of the secrets: as text, as JSON, or in any nested property. */
export function tells(value: unknown, secrets: readonly string[]): boolean {
  const isIn = (text: string | undefined): boolean =>
    text !== undefined && secrets.some((secret) => text.includes(secret));
  return (
    isIn(inspect(value, { depth: 10 })) || isIn(inJson(value)) || [...textsIn(value)].some(isIn)
  );
}

/** An error can contain a caller's value that JSON can't represent. */
function inJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** More parts than any error has. The limit ends the search of an endless graph. */
const mostParts = 20_000;

/** Every text in a value, including hidden properties, causes and bytes. */
function* textsIn(root: unknown): Generator<string> {
  const visitedValues = new Set<unknown>();
  const waiting: unknown[] = [root];
  while (waiting.length > 0 && visitedValues.size < mostParts) {
    const value = waiting.pop();
    if (typeof value === "string") yield value;
    if (typeof value !== "object" || value === null || visitedValues.has(value)) continue;
    visitedValues.add(value);
    if (ArrayBuffer.isView(value)) {
      yield Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1");
    } else waiting.push(...partsOf(value));
  }
}

function partsOf(value: object): unknown[] {
  try {
    const properties = Object.entries(Object.getOwnPropertyDescriptors(value));
    const parts = properties.flatMap(([key, property]) => [key, property.value as unknown]);
    return value instanceof Map || value instanceof Set ? [...parts, ...value.entries()] : parts;
  } catch {
    // A caller's proxy can throw.
    return [];
  }
}

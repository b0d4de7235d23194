import type { DocumentIdentity } from "./content.ts";
import { isRecord } from "./json.ts";
import type { CallOptions, Meta } from "./params.ts";
import type { Result } from "./result.ts";
import { fail, ok } from "./result.ts";
import type { Request, Transport } from "./call.ts";
import { unexpected } from "./unexpected.ts";

/** The body of a document write (specification, section 4.2). */
export interface Payload<T = Record<string, unknown>> {
  readonly data: Partial<Omit<T, keyof DocumentIdentity>>;
}

/** One call to a document route: unwraps `data` and `meta`. */
export async function callDocument<T>(
  transport: Transport,
  request: Request,
): Promise<Result<T, Meta>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const { body } = answer;
  if (!isRecord(body) || !isRecord(body["data"])) return fail(unexpected(answer, "a document"));
  return ok(body["data"] as T, metaOf(body));
}

/** One call to a list of documents. */
export async function callList<T>(
  transport: Transport,
  request: Request,
): Promise<Result<T[], Meta>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const { body } = answer;
  if (!isRecord(body) || !Array.isArray(body["data"])) {
    return fail(unexpected(answer, "a list of documents"));
  }
  return ok(body["data"] as T[], metaOf(body));
}

/** A delete: the document where the service sends it, null for an empty body. */
export async function callDelete<T>(
  transport: Transport,
  request: Request,
): Promise<Result<T | null, Meta>> {
  const [error, answer] = await transport.request(request);
  if (error) return fail(error);
  const body = isRecord(answer.body) ? answer.body : {};
  return ok(isRecord(body["data"]) ? (body["data"] as T) : null, metaOf(body));
}

/** `signal` alone, out of a method's input. */
export const optionsOf = ({ signal }: CallOptions): CallOptions => (signal ? { signal } : {});

const metaOf = (body: Record<string, unknown>): Meta =>
  isRecord(body["meta"]) ? body["meta"] : {};

import type { AnyDocument, KnownShape } from "./types/content.ts";
import { callDelete, callDocument, findDocument, publication, requestOf } from "./requests.ts";
import type {
  CallInput,
  CallOptions,
  DocumentParams,
  Meta,
  PublishParams,
  WriteParams,
} from "./types/params.ts";
import type { Payload } from "./types/payload.ts";
import type { CallFields, CallPopulate, NotGiven, Shaped } from "./types/shapedDocument.ts";
import type { ExactPopulate } from "./types/strictPopulate.ts";
import type { DraftLimit, LocaleLimit } from "./types/limits.ts";
import type { ContentTypeFacts } from "./types/registry.ts";
import { catchErrors, type Result } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";

/**
 * A single type: one document at `/api/<uid>`, where `uid` is its singularName. Every method
 * resolves to `[error, data, meta]` and never rejects.
 *
 * Every call can return UnauthorizedError, ForbiddenError, RateLimitError, HttpError,
 * CmsTimeoutError, CmsAbortError, NetworkError, TlsError, ProxyError or ParseError. A call that
 * can't be sent returns a RequestError. A write can also return PayloadTooLargeError, ConflictError
 * or WriteDeniedError.
 */
export interface SingleType<T, Facts = ContentTypeFacts, Loose = T> {
  /**
   * The document. Returns a NotFoundError until the first write, and where the version or
   * localization doesn't exist. Returns a ValidationError when `params` name a field that the type
   * doesn't have.
   */
  find<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input?: CallInput<DocumentParams<KnownShape<T>, Fields, ExactPopulate<T, Populating>>> &
      LocaleLimit<Facts>,
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
  /**
   * Merges the payload into the document, or creates the document, and returns it. Publishes
   * immediately unless `params.status` is `draft`. Returns a ValidationError, with `issues` by
   * attribute, when the type doesn't allow a value.
   */
  update<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    input: CallInput<WriteParams<KnownShape<T>, Fields, ExactPopulate<T, Populating>>> &
      LocaleLimit<Facts> & { readonly payload: Payload<T> },
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
  /**
   * Publishes the draft unchanged, in `params.locale` or the default locale, and returns the
   * published version. Returns a ValidationError if the draft can't be published.
   */
  publish<const Fields extends CallFields<T>, const Populating extends CallPopulate<T>>(
    this: DraftLimit<Facts>,
    input?: CallInput<PublishParams<KnownShape<T>, Fields, ExactPopulate<T, Populating>>> &
      LocaleLimit<Facts>,
  ): Promise<Result<Shaped<T, Fields, Populating, Loose>, Meta>>;
  /**
   * Deletes a localization and returns the document, or null where the service sends none. Most
   * services send none, for a missing document too.
   *
   * Without `params.locale`, only the default locale is deleted. `*` deletes the document.
   */
  delete(
    input?: CallInput<Pick<WriteParams, "locale">> & LocaleLimit<Facts>,
  ): Promise<Result<Shaped<T, NotGiven, NotGiven, Loose> | null, Meta>>;
}

export function createSingle(transport: Transport, uid: string): SingleType<AnyDocument> {
  const at = (
    method: Request["method"],
    input: CallOptions & { params?: object; payload?: unknown },
  ) => requestOf(method, [uid], input);
  return catchErrors(
    {
      find: (input = {}) => findDocument(transport, at("GET", input)),
      update: (input) => callDocument(transport, at("PUT", input)),
      publish: (input = {}) => callDocument(transport, at("PUT", publication(input))),
      delete: (input = {}) => callDelete(transport, at("DELETE", input)),
    },
    transport.url,
    { find: "params", update: "payload params", publish: "params", delete: "params" },
  );
}

import type { AnyDocument } from "./types/content.ts";
import { callDelete, callDocument, publication, requestOf } from "./documents.ts";
import type { With } from "./types/inputs.ts";
import type { KnownShape } from "./types/kinds.ts";
import type {
  CallOptions,
  DocumentParams,
  Meta,
  PublishParams,
  WriteParams,
} from "./types/params.ts";
import type { Payload } from "./types/payload.ts";
import type { FieldList, Populate } from "./types/populate.ts";
import type { NotGiven, Shaped } from "./types/shaped.ts";
import type { Strict } from "./types/strict.ts";
import { catchErrors } from "./catchErrors.ts";
import type { Result } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";

/**
 * A single type: one document at `/api/<uid>`, where uid is its singularName. The specification
 * does not show it; it is asked as a collection's document is, without a documentId. Any call may
 * end in the errors that a collection's may.
 */
export interface Single<T> {
  /**
   * The document. NotFoundError until it was written once, and for a version or localization that
   * is not there; ValidationError where params name what the type does not have (the specification
   * does not show it).
   */
  find<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: With<DocumentParams<KnownShape<T>, Fields, Strict<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * The document with the payload merged into it, or a new one where it is missing. Publishes at
   * once unless `params.status` is `draft`. ValidationError, its `issues` by attribute, for what
   * the type does not allow (the specification does not show it).
   */
  update<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: With<WriteParams<KnownShape<T>, Fields, Strict<T, Populating>>> & {
      readonly payload: Payload<T>;
    },
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * The published version, made of the draft as it is, in `params.locale` or the default locale.
   * ValidationError for a draft that may not be published (the specification does not show it).
   */
  publish<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: With<PublishParams<KnownShape<T>, Fields, Strict<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /**
   * The deleted document, or null where the service sends none, as most do, for a missing one too.
   * `params.locale` as in a collection's `delete` (the specification does not show it).
   */
  delete(input?: With<Pick<WriteParams, "locale">>): Promise<Result<Shaped<T> | null, Meta>>;
}

export function createSingle(transport: Transport, uid: string): Single<AnyDocument> {
  const at = (
    method: Request["method"],
    input: CallOptions & { params?: object; payload?: unknown },
  ) => requestOf(method, [uid], input);
  return catchErrors(
    {
      find: (input = {}) => callDocument(transport, at("GET", input)),
      update: (input) => callDocument(transport, at("PUT", input)),
      publish: (input = {}) => callDocument(transport, at("PUT", publication(input))),
      delete: (input = {}) => callDelete(transport, at("DELETE", input)),
    },
    transport.url,
  );
}

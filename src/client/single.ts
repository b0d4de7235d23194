import type { AnyDocument } from "./types/content.ts";
import { callDelete, callDocument, publication, requestOf } from "./documents.ts";
import type { With } from "./types/inputs.ts";
import type { Known } from "./types/kinds.ts";
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
import { total } from "./total.ts";
import type { Result } from "./result.ts";
import type { Request, Transport } from "./http/call.ts";

/**
 * A single type: one document at `/api/<uid>`, where uid is its singularName. The specification has no
 * word of it; it is asked as a collection's document is, without a documentId.
 */
export interface Single<T> {
  /** NotFoundError until it was written once, and for a version or localization that is not there. */
  find<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: With<DocumentParams<Known<T>, Fields, Strict<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /** Creates it where it is missing. Publishes at once unless `params.status` is `draft`. */
  update<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input: With<WriteParams<Known<T>, Fields, Strict<T, Populating>>> & {
      readonly payload: Payload<T>;
    },
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /** Publishes the draft as it is; ValidationError where it lacks what a published one must have. */
  publish<
    const Fields extends FieldList<T> | NotGiven,
    const Populating extends Populate<T> | NotGiven,
  >(
    input?: With<PublishParams<Known<T>, Fields, Strict<T, Populating>>>,
  ): Promise<Result<Shaped<T, Fields, Populating>, Meta>>;
  /** Null where the service sends no document back. `params.locale` as in a collection's `delete`. */
  delete(input?: With<Pick<WriteParams, "locale">>): Promise<Result<Shaped<T> | null, Meta>>;
}

export function createSingle(transport: Transport, uid: string): Single<AnyDocument> {
  const at = (
    method: Request["method"],
    input: CallOptions & { params?: object; payload?: unknown },
  ) => requestOf(method, [uid], input);
  return total(
    {
      find: (input = {}) => callDocument(transport, at("GET", input)),
      update: (input) => callDocument(transport, at("PUT", input)),
      publish: (input = {}) => callDocument(transport, at("PUT", publication(input))),
      delete: (input = {}) => callDelete(transport, at("DELETE", input)),
    },
    transport.url,
  );
}

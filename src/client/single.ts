import { callDelete, callDocument, optionsOf } from "./documents.ts";
import type { Payload } from "./documents.ts";
import type { CallOptions, DocumentParams, Meta, WriteParams } from "./params.ts";
import type { Result } from "./result.ts";
import type { Request, Transport } from "./call.ts";

/** A single type: one document at `/api/<uid>`, where uid is its singularName. */
export interface Single<T> {
  /** NotFoundError until it was written once, and for a version or localization that is not there. */
  find(input?: CallOptions & { readonly params?: DocumentParams }): Promise<Result<T, Meta>>;
  /** Creates it where it is missing. Publishes at once unless `params.status` is `draft`. */
  update(
    input: CallOptions & { readonly payload: Payload<T>; readonly params?: WriteParams },
  ): Promise<Result<T, Meta>>;
  publish(
    input?: CallOptions & { readonly params?: Omit<WriteParams, "status"> },
  ): Promise<Result<T, Meta>>;
  delete(
    input?: CallOptions & { readonly params?: Pick<WriteParams, "locale"> },
  ): Promise<Result<T | null, Meta>>;
}

export function createSingle<T>(transport: Transport, uid: string): Single<T> {
  const path = [uid];
  const at = (
    method: Request["method"],
    { params, ...rest }: CallOptions & { params?: object; payload?: unknown },
  ): Request => ({
    method,
    path,
    ...(params && { query: params }),
    ...("payload" in rest && { body: rest.payload }),
    ...optionsOf(rest),
  });
  return {
    find: (input = {}) => callDocument(transport, at("GET", input)),
    update: (input) => callDocument(transport, at("PUT", input)),
    publish: ({ params, ...input } = {}) =>
      callDocument(
        transport,
        at("PUT", { ...input, params: { ...params, status: "published" }, payload: { data: {} } }),
      ),
    delete: (input = {}) => callDelete(transport, at("DELETE", input)),
  };
}

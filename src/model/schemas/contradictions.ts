import type { ContentType } from "./catalog.ts";
import { serviceOwned } from "./catalog.ts";
import type { JsonObject } from "../foundation/json.ts";
import type { CmsError, Failure } from "../foundation/outcome.ts";

/** Whether a read was refused for asking after what the service does not have: a key, or a list. */
export const contradicts = (failure: Failure | null): boolean =>
  isUnknownKeyRefusal(failure) || refusalOf(failure)?.name === "NotFoundError";

/** Whether it was refused for a key. */
export function isUnknownKeyRefusal(
  failure: Failure | null,
): failure is Failure & { readonly code: "service" } {
  const error = refusalOf(failure);
  return error?.name === "ValidationError" && error.message.startsWith("Invalid key ");
}

const refusalOf = (failure: Failure | null): CmsError | undefined =>
  failure?.code === "service" && failure.error.method === "GET" ? failure.error : undefined;

/** Whether a draft has an attribute that its type does not. */
export const isUnknownIn = (draft: JsonObject, { attributes }: ContentType): boolean =>
  Object.keys(draft).some((name) => !attributes.has(name) && !serviceOwned.has(name));

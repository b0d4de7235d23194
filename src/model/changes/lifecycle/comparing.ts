import { isDeepStrictEqual } from "node:util";
import { isUser } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { TypeInCatalog } from "../../schemas/catalog.ts";
import type { TypedService } from "../../schemas/catalogs.ts";
import { withoutIds } from "../writing/componentIds.ts";
import { toText } from "../../documents/content/documentText.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { readLocalizations } from "../../documents/snapshot/localizations.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, refused } from "../../foundation/outcome.ts";
import { draftOf } from "../../documents/snapshot/reader.ts";

/**
 * Whether a content has the ids of component rows in it: each version and each localization of a document
 * has rows of its own, so that every component would look as if it had changed.
 */
export const hasComponentIds = (content: JsonObject, shape: TypeInCatalog): boolean =>
  !isDeepStrictEqual(withoutIds(content, shape), content);

/** A content as a text to be compared: without ids of component rows, and without what the service says. */
export function comparableText(content: JsonObject, shape: TypeInCatalog): string {
  const own = Object.entries(withoutIds(content, shape));
  return toText(Object.fromEntries(own.filter(([name]) => !/^\$(schema)?$/.test(name))));
}

/** What is published of a document, in the form of its draft; undefined where nothing is. */
export async function readPublishedContent(
  service: TypedService,
  address: Address,
  signal?: AbortSignal,
): Promise<Outcome<JsonObject | undefined>> {
  if (isUser(address) || !service.type.draftAndPublish) return done(undefined);
  const which = { status: "published", locale: address.locale ?? null } as const;
  const options = signal ? { signal } : {};
  const [error, rows] = await readLocalizations(service, address, which, options);
  if (error) return refused(error);
  const [row] = rows;
  return done(row && draftOf(address, service, row).content);
}

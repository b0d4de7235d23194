import type { AttributeSchema, CallOptions } from "../../client/index.ts";
import type { Address } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import { isFullyKnown, isReadOnly } from "../schemas/catalog.ts";
import { groupedBy } from "../foundation/chunks.ts";
import { isEmptyValue, pathText, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { referencesIn, withoutReferences, type Reference } from "../content/references.ts";
import type { Copy } from "./documentTemplate.ts";
import { findTakeovers } from "../writing/otherDocuments/takeovers.ts";
import { findExisting } from "../reading/readRequests.ts";

type RecreatableContent = Omit<Copy, "unread">;

/** Keeps what the type still has, the service accepts and no other document has taken since. */
export async function recreatableContent(
  service: TypedService,
  address: Address,
  content: JsonObject,
): ChangeResult<RecreatableContent> {
  const { type, catalog } = service;
  const { attributes } = type;
  const [failure, takeovers] = await findTakeovers(service, [{ address, content }]);
  if (failure) return failed(failure);
  const takenNames = new Set(takeovers.flat().map(({ path }) => path));
  const isPossible = (name: string) =>
    attributes.has(name) && !takenNames.has(name) && isFullyKnown(attributes.get(name), catalog);
  const entries = Object.entries(content).filter(([name]) => !/^\$(schema)?$/.test(name));
  const references = referencesIn(content, service);
  const possibleContent = Object.fromEntries(entries.filter(([name]) => isPossible(name)));
  const isRejected = (_id: string, _path: string, attribute: AttributeSchema) =>
    isReadOnly(attribute);
  return done({
    content: withoutReferences(possibleContent, service, isRejected),
    omitted: entries
      .filter(([name, value]) => !isPossible(name) && !isEmptyValue(value))
      .map(([name]) => {
        const path = pathText([name]);
        return referenceLabel(references.find((one) => one.path === path) ?? { path, title: "" });
      }),
  });
}

/** Such as `category (Travel)`. */
const referenceLabel = ({ path, title }: Pick<Reference, "path" | "title">): string =>
  title === "" ? path : `${path} (${title})`;

/** What can be recreated in the locale of an address, without targets that are missing there. */
export async function availableContent(
  service: TypedService,
  address: Address,
  content: JsonObject,
  options: CallOptions = {},
): ChangeResult<RecreatableContent> {
  const [failure, possibleContent] = await recreatableContent(service, address, content);
  if (failure) return failed(failure);
  const references = referencesIn(possibleContent.content, service);
  const groups = groupedBy(references, ({ target }) => target);
  const targetLookups = [...groups].map(async ([target, group]) => {
    const ids = group.map(({ documentId }) => documentId);
    const drafts = { target, ids, status: "draft", locale: address.locale } as const;
    const [, existing] = await findExisting(service, drafts, options);
    // If the service does not answer, no target counts as missing.
    return existing ? ids.filter((id) => !existing.has(id)) : [];
  });
  const missingIds = (await Promise.all(targetLookups)).flat();
  return done(withoutTargets(possibleContent, new Set(missingIds), service));
}

export function withoutTargets(
  { content, omitted }: RecreatableContent,
  missing: ReadonlySet<string>,
  service: TypedService,
): RecreatableContent {
  const isMissing = (id: string) => missing.has(id);
  const references = referencesIn(content, service);
  const lostReferences = references.filter(({ documentId }) => isMissing(documentId));
  return {
    content: withoutReferences(content, service, isMissing),
    omitted: [...omitted, ...lostReferences.map(referenceLabel)],
  };
}

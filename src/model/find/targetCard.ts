import { publicationStatusOf, type State } from "../content/publicationStatus.ts";
import { asJson, objectsIn, textIn, valueIn, type JsonObject } from "../foundation/json.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ReadOptions, ReadResult } from "../reading/readOptions.ts";
import { findVersions, localeOfTarget, readChangeTimes } from "../reading/readRequests.ts";
import { findUsers } from "../reading/userReader.ts";
import { isListable, isUnread, isUsers, localeFieldOf } from "../schemas/catalog.ts";
import type { ContentType } from "../schemas/catalog.ts";
import type { Service } from "../schemas/catalogs.ts";

/** What tells a relation's target from others. */
type TargetCard = ReturnType<typeof cardOf>;

/**
 * Reads a relation's target in one request, and its publication status in one beside it. Undefined
 * if there is no such document, or its type can't be listed.
 */
export async function readTargetCard(
  service: Service,
  query: { target: string; documentId: string; locale?: string | undefined },
  options: ReadOptions = {},
): ReadResult<TargetCard | undefined> {
  const { target, documentId } = query;
  const type = service.catalog.targets.get(target);
  if (!type) return done(undefined);
  if (isUsers(type)) {
    const filters = { documentId: { $eq: documentId } };
    const fields = ["username", "updatedAt"];
    const [failure, users] = await findUsers(service, { filters, fields }, options);
    if (failure) return failed(failure);
    const user = users.map(asJson).find((row) => row["documentId"] === documentId);
    return done(user && cardOf(user, type));
  }
  if (!isListable(type, service.catalog)) return done(undefined);
  const typed = { ...service, type };
  const locale = localeOfTarget(type, query.locale, service);
  const versions = { ids: [documentId], locale };
  const [[failure, drafts], [unknown, published]] = await Promise.all([
    findVersions(typed, { ...shapeOf(type), ...versions, status: "draft" }, options),
    type.draftAndPublish
      ? readChangeTimes(typed, { ...versions, status: "published" }, options)
      : done([]),
  ]);
  if (failure) return failed(failure);
  const [draft] = drafts;
  // The card is useful without the status.
  const { state } = draft && !unknown ? publicationStatusOf(draft, published, type) : {};
  return done(draft && cardOf(draft, type, state));
}

function shapeOf(type: ContentType) {
  const { titleField = "documentId" } = type;
  const name = pictureFieldOf(type);
  const fields = ["documentId", "name", "url", "mime", "size", "formats", "updatedAt"];
  return {
    fields: [titleField, "updatedAt", ...localeFieldOf(type)],
    populate: name === undefined ? {} : { [name]: { fields } },
  };
}

/** The first media attribute that accepts images. */
const pictureFieldOf = ({ attributes }: ContentType): string | undefined =>
  [...attributes].find(
    ([, attribute]) =>
      attribute.type === "media" &&
      !isUnread(attribute) &&
      (attribute.allowedTypes ?? ["images"]).includes("images"),
  )?.[0];

function cardOf(row: JsonObject, type: ContentType, state?: State) {
  const [file] = objectsIn(valueIn(row, pictureFieldOf(type) ?? ""));
  return {
    title: textIn(row, type.titleField ?? "").trim(),
    /** In milliseconds; 0 if unknown. */
    version: Date.parse(textIn(row, "updatedAt")) || 0,
    state,
    locale: textIn(row, "locale") || undefined,
    file,
  };
}

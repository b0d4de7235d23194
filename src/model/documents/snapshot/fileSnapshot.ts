import type { CmsFile } from "../../../client/index.ts";
import { toContent, toText } from "../content/documentText.ts";
import { neverPublished } from "./publicationStatus.ts";
import { nothingUnread } from "../content/unreadAttributes.ts";
import { asJson, pick } from "../../foundation/json.ts";
import { titleLine } from "../../foundation/legible.ts";
import type { Catalog } from "../../schemas/catalog.ts";
import { mediaFileType } from "../../schemas/mediaFileType.ts";

/** What a person can't change of a file, in `$`. */
const ownFacts = [
  "documentId",
  "mime",
  "ext",
  "size",
  "width",
  "height",
  "url",
  "createdAt",
  "updatedAt",
];

/** A media file as a read and a write answer with it: a Snapshot. */
export function fileSnapshot(connection: string, file: CmsFile, catalog: Catalog) {
  const { updatedAt, createdAt, name } = file;
  const all = asJson(file);
  const shape = { connection, type: mediaFileType, catalog };
  const content = toContent(all, pick(all, ownFacts), shape);
  return {
    version: Date.parse(updatedAt) || 0,
    created: Date.parse(createdAt) || 0,
    content,
    text: toText(content),
    title: titleLine(name),
    // Without a time there is no telling whether somebody else has changed it.
    isReadonly: !updatedAt,
    facts: { documentId: file.documentId, createdAt, updatedAt },
    unread: nothingUnread,
    localeVersions: "",
    publication: neverPublished,
  };
}

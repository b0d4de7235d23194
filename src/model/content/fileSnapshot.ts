import type { CmsFile } from "../../client/index.ts";
import { emptySnapshot } from "./baseline.ts";
import { toContent, toText } from "./documentText.ts";
import { asJson, pick } from "../foundation/json.ts";
import type { Service } from "../schemas/catalogs.ts";
import { mediaFileType } from "../schemas/mediaFileType.ts";
import { rowTimes } from "./publicationStatus.ts";

/** The facts of a file in `$`, which the user can't change. */
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

export function fileSnapshot(file: CmsFile, service: Pick<Service, "connection" | "catalog">) {
  const { updatedAt, createdAt, name } = file;
  const row = asJson(file);
  const content = toContent(row, pick(row, ownFacts), { ...service, type: mediaFileType });
  return {
    ...emptySnapshot,
    ...rowTimes(row),
    content,
    text: toText(content),
    title: name.trim() || file.documentId,
    facts: { documentId: file.documentId, createdAt, updatedAt },
  };
}

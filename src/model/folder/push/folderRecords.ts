import { Readable } from "node:stream";
import { singleId } from "../../foundation/address.ts";
import { pick, type JsonObject } from "../../foundation/json.ts";
import type { MatchedDocument } from "../../import/imports.ts";
import type { RecordSource, SourceItem } from "../../import/sourceRecord.ts";
import { relationNameOf } from "../contentFolder.ts";
import { recordValues } from "../folderForm.ts";
import type { FolderReferences } from "../folderReferences.ts";
import type { FolderSource } from "../folderSource.ts";
import type { PushItem } from "./changedFiles.ts";

/** The changed files as records. They were read once, so that an edit meanwhile is not sent. */
export class FolderRecords implements RecordSource {
  readonly #items: readonly SourceItem[];

  constructor(items: readonly PushItem[], { references }: Pick<FolderSource, "references">) {
    this.#items = items.map((item): SourceItem => {
      const { line, type, entry, locale, documentId } = item;
      const { name, kind, localized } = type.service.type;
      const id = kind === "single" ? singleId : (documentId ?? relationNameOf(entry));
      const content = valuesOf(item, references.reference);
      const facts = { line, type: name, documentId: id, ...(localized && { locale }) };
      return { line, record: { ...facts, content } };
    });
  }

  records = (): AsyncIterable<SourceItem> => Readable.from(this.#items);
}

const valuesOf = (
  { files, type }: PushItem,
  reference: FolderReferences["reference"],
): JsonObject =>
  Object.fromEntries(
    files.flatMap(({ names, file, content, attributes }) => {
      const context = { catalog: type.service.catalog, whole: type.read.catalog, reference };
      const values = recordValues(pick(file, names), attributes, context, pick(content, names));
      return Object.entries(values);
    }),
  );

/** What the values to send refer to: the names of media files, and the documents of the folder. */
export function sentReferences(
  items: readonly PushItem[],
  { references, types }: Pick<FolderSource, "references" | "types">,
) {
  const media = new Set<string>();
  const matched = new Map<string, MatchedDocument>();
  // A document whose answer was lost has their names, too.
  const newNames = new Set(
    items.flatMap(({ entry, documentId }) =>
      documentId === undefined ? relationNameOf(entry) : [],
    ),
  );
  for (const item of items)
    valuesOf(item, (attribute, name) => {
      // A file may have a name with a documentId.
      if (attribute.type === "media") media.add(name).add(name.replace(/#[^#]*$/, ""));
      else if (!newNames.has(name)) {
        const documentId = references.documentIdOf(attribute, name);
        const uid = references.uidOf(attribute, name);
        const type = types[0]?.service.catalog.targets.get(uid)?.name;
        if (documentId !== undefined && type !== undefined)
          matched.set(documentId, { type, name, documentId });
      }
      return references.reference(attribute, name);
    });
  return { media: [...media], matched: [...matched.values()] };
}

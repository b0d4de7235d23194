import type { AttributeSchema } from "../../client/index.ts";
import type { JsonObject } from "../foundation/json.ts";
import { isPolymorphic } from "../schemas/catalog.ts";
import { relationNameOf, type Entry } from "./contentFolder.ts";
import { safeName, typeFolder } from "./fileNames.ts";
import type { ReferenceNames } from "./folderForm.ts";

/**
 * The names by which files refer to documents and media files, in both directions.
 *
 * A document has the name of its files, such as `tags/winter`; one that the folder doesn't have, its
 * documentId behind a `#`. A media file has its own name. Of several with one name, only the oldest
 * has it, so that an upload changes no other file.
 */
export class FolderReferences implements ReferenceNames {
  /** Such as `tags/winter`, by the uid of the type and the documentId. */
  readonly #targets = new Map<string, string>();
  /** The documentIds of such targets, by the uid of the type and their names. */
  readonly #documentIds = new Map<string, string>();
  /** The uids of types by what their names in files begin with. */
  readonly #uids = new Map<string, string>();
  /** The documentId of the oldest file of each name. */
  readonly #oldestFiles = new Map<string, string>();
  /** Such as `kettle.jpg#n95ij3k2`. */
  readonly #keptFiles = new Set<string>();

  addType({ uid, name }: { readonly uid: string; readonly name: string }): void {
    const other = otherFolder(uid);
    // The folder of one type may be called like another type.
    if (!this.#uids.has(other)) this.#uids.set(other, uid);
    this.#uids.set(typeFolder(name), uid);
  }

  addDocument(uid: string, documentId: string, entry: Omit<Entry, "heads">): void {
    const target = relationNameOf(entry);
    this.#targets.set(`${uid} ${documentId}`, target);
    this.#documentIds.set(`${uid} ${target}`, documentId);
  }

  hasDocument = (uid: string, documentId: string): boolean =>
    this.#targets.has(`${uid} ${documentId}`);

  /** The oldest file of a name must come first. */
  addFile({ name, documentId }: { readonly name: string; readonly documentId: string }): void {
    if (!this.hasFile(name)) this.#oldestFiles.set(name, documentId);
  }

  hasFile = (name: string): boolean => this.#oldestFiles.has(name);

  /** Keeps a name with a documentId, such as `kettle.jpg#n95ij3k2`, although older files are unknown. */
  keepFileName(name: string): void {
    if (name.includes("#")) this.#keptFiles.add(name);
  }

  target = (uid: string, documentId: string): string =>
    this.#targets.get(`${uid} ${documentId}`) ?? `${otherFolder(uid)}/#${documentId}`;

  file = (documentId: string, name: string): string => {
    const ownName = `${name}#${documentId}`;
    const isOldest = (this.#oldestFiles.get(name) ?? documentId) === documentId;
    return isOldest && !this.#keptFiles.has(ownName) ? name : ownName;
  };

  /**
   * What a name in a file refers to, in the form of a record: a media file, a documentId, or the name
   * of a document in the folder. The documentId of the latter may not exist yet.
   */
  readonly reference = (attribute: AttributeSchema, name: string): JsonObject => {
    if (attribute.type === "media") {
      const known = this.#oldestFiles.get(name);
      if (known !== undefined) return { documentId: known, name };
      const [, ownName = name, documentId] = /^(.*)#([^#]+)$/.exec(name) ?? [];
      return { name: ownName, ...(documentId !== undefined && { documentId }) };
    }
    const [, documentId = name] = /^[^/]*\/#(.+)$/.exec(name) ?? [];
    return {
      ...(isPolymorphic(attribute) && { __type: this.uidOf(attribute, name) }),
      documentId,
    };
  };

  /** The uid of the type of a relation's target; empty if the name is of no known type. */
  uidOf(attribute: AttributeSchema, name: string): string {
    const [folder = ""] = name.split("/");
    return (isPolymorphic(attribute) ? this.#uids.get(folder) : attribute.target) ?? "";
  }

  /** The documentId of a document in the folder; undefined if it has none. */
  documentIdOf = (attribute: AttributeSchema, name: string): string | undefined =>
    this.#documentIds.get(`${this.uidOf(attribute, name)} ${name}`);
}

/** What the names of documents begin with that the folder doesn't have. */
const otherFolder = (uid: string): string => safeName(uid.split(".").at(-1) ?? "");

import { newDocumentId } from "../../foundation/address.ts";
import type { Address } from "../../foundation/address.ts";
import type { Catalogs } from "../../schemas/catalogs.ts";
import type { Content } from "../../query/listing/content.ts";
import { saveContent } from "../../changes/saving/saver.ts";
import { differs } from "../../documents/content/differing.ts";
import type { Documents } from "../../changes/saving/documents.ts";
import type { Journal } from "../../changes/journal/journal.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { pick } from "../../foundation/json.ts";
import { createFromText } from "../../changes/creating/newDocument.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { BulkFailure } from "../bulkFailure.ts";
import type { Reader, Snapshot } from "../../documents/snapshot/reader.ts";
import type { CreateResult } from "../../changes/creating/userCreation.ts";
import { withoutReferences } from "../../documents/references/references.ts";
import { requireNothingLost } from "../../changes/writing/verification.ts";
import { takenRelations } from "../../changes/writing/takenRelations.ts";
import {
  recordAddress,
  newDocumentContent,
  editOf,
  isUnchangedSincePreview,
  newLocalizationContent,
} from "./deciding.ts";
import type { DraftEdit } from "./deciding.ts";
import { isStillMissing } from "./matching.ts";
import type { RecordEntry, RecordIndex } from "./recordIndex.ts";

/** The parts of the model that imports use. */
export interface ImportDependencies {
  readonly catalogs: Catalogs;
  readonly content: Content;
  readonly documents: Documents;
  readonly journal: Journal;
  readonly reader: Reader;
}

/** Writes records with the same operations that save single documents. */
export class RecordWriter {
  readonly #index: RecordIndex;
  readonly #dependencies: ImportDependencies;
  readonly #journalGroup: string;
  /** The documents of all records. Set when the first relations between them are added. */
  #importedIds: ReadonlySet<string> | undefined;

  constructor(index: RecordIndex, dependencies: ImportDependencies, journalGroup: string) {
    this.#index = index;
    this.#dependencies = dependencies;
    this.#journalGroup = journalGroup;
  }

  /** Changes a draft if the values to overwrite are unchanged since the preview. */
  async change(entry: RecordEntry, values: JsonObject): Promise<Outcome<unknown, BulkFailure>> {
    const [failure, prepared] = await this.#prepareEdit(entry, values);
    if (failure) return failed(failure);
    const { service } = this.#index;
    const { now, edit } = prepared;
    const isSame = isUnchangedSincePreview(now, edit, { overwrites: entry.overwrites, service });
    return isSame ? this.#save(prepared) : failed({ code: "changed-meanwhile" });
  }

  /** Creates a document, or the missing localization of an existing one. */
  async create(entry: RecordEntry, values: JsonObject): Promise<Outcome<unknown, BulkFailure>> {
    const { service } = this.#index;
    if (entry.group.documentId === undefined) {
      const [flaw, content] = await newDocumentContent(values, service);
      if (flaw) return failed(flaw);
      const [there] = await isStillMissing(entry, this.#index);
      if (there) return failed(there);
      const [failure] = await this.#send(entry, newDocumentId(), content);
      return failure ? failed(failure) : done(null);
    }
    const [flaw, content] = await newLocalizationContent(values, service);
    if (flaw) return failed(flaw);
    const [failure] = await this.#send(entry, entry.group.documentId, content);
    return failure ? failed(failure) : done(null);
  }

  /**
   * Adds the relations to records that were created later, if these attributes are unchanged since.
   */
  async link(
    entry: RecordEntry,
    values: JsonObject,
    names: readonly string[],
  ): Promise<Outcome<unknown, BulkFailure>> {
    const [failure, prepared] = await this.#prepareEdit(entry, pick(values, names));
    if (failure) return failed(failure);
    const { overwrites } = entry;
    const { service } = this.#index;
    const isSame = overwrites
      ? isUnchangedSincePreview(prepared.now, { names }, { overwrites, service })
      : this.#addsOnlyImported(prepared, names);
    return isSame ? this.#save(prepared) : failed({ code: "changed-meanwhile" });
  }

  /** Whether the edit adds and removes only relations to documents of the file. */
  #addsOnlyImported({ now, edit }: PreparedEdit, names: readonly string[]): boolean {
    const { type, catalog } = this.#index.service;
    this.#importedIds ??= this.#index.documentIds;
    const importedIds = this.#importedIds;
    const [before, after] = [now.content, edit.content].map((content) =>
      withoutReferences(content, type.attributes, catalog, (id) => importedIds.has(id)),
    );
    return names.every(
      (name) => !differs(type.attributes.get(name), before?.[name], after?.[name], catalog),
    );
  }

  async #send(
    entry: RecordEntry,
    id: string,
    content: JsonObject,
  ): Promise<Outcome<CreateResult, BulkFailure>> {
    const { group, locale = "" } = entry;
    const address = this.#addressOf(entry, id);
    const [taken] = await this.#checkTargetsFree(address, content);
    if (taken) return failed(taken);
    const newDocument = { address, content, group: this.#journalGroup };
    const [failure, made] = await createFromText(newDocument, this.#dependencies);
    if (failure) return failed(failure);
    group.documentId = made.address.id;
    group.created.add(locale);
    this.#dependencies.documents.recordWrite(made.address, made.snapshot);
    return requireNothingLost(made);
  }

  async #prepareEdit(
    entry: RecordEntry,
    values: JsonObject,
  ): Promise<Outcome<PreparedEdit, BulkFailure>> {
    const { documents, reader } = this.#dependencies;
    const address = this.#addressOf(entry, entry.group.documentId ?? "");
    if (documents.edits.hasUnsavedChanges(address, false)) return failed({ code: "unsaved" });
    const [gone, now] = await reader.read(address);
    if (gone) return failed(gone);
    const [flaw, edit] = await editOf(now, values, this.#index.service);
    return flaw ? failed(flaw) : done({ address, now, edit });
  }

  async #save({ address, now, edit }: PreparedEdit): Promise<Outcome<unknown, BulkFailure>> {
    if (edit.names.length === 0) return done(null);
    const [taken] = await this.#checkTargetsFree(
      address,
      pick(edit.content, edit.names),
      now.content,
    );
    if (taken) return failed(taken);
    const change = { address, now, content: edit.content, group: this.#journalGroup };
    const [failure, written] = await saveContent(change, this.#dependencies);
    if (failure) return failed(failure);
    this.#dependencies.documents.recordWrite(address, written.snapshot);
    return requireNothingLost(written);
  }

  /** The service would remove such a relation from another document without a warning. */
  async #checkTargetsFree(
    address: Address,
    content: JsonObject,
    now: JsonObject = {},
  ): Promise<Outcome<unknown, BulkFailure>> {
    const [failure, paths] = await takenRelations(this.#index.service, address, { content, now });
    if (failure) return failed(failure);
    return paths.length > 0 ? failed({ code: "taken-target", paths }) : done(null);
  }

  #addressOf({ locale }: RecordEntry, id: string): Address {
    return recordAddress(this.#index.target, { id, locale });
  }
}

/** An edit of a draft that was just read. */
interface PreparedEdit {
  readonly address: Address;
  readonly now: Snapshot;
  readonly edit: DraftEdit;
}

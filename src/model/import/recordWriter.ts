import { keyOf, newDocumentId, singleId, type Address } from "../foundation/address.ts";
import { saveAndShow } from "../batch/documentActions.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import { isSameValue } from "../content/equality.ts";
import { pick, textIn, isEmptyValue, type JsonObject, ownIn } from "../foundation/json.ts";
import { createEmptyDraft, createFromText } from "../create/newDocument.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { BulkResult } from "../runs/bulkFailure.ts";
import type { Snapshot } from "../documents/snapshotReader.ts";
import { withoutReferences } from "../content/references.ts";
import { requireNothingLost, type ChangeReport } from "../writing/changeReport.ts";
import type { WriteResult } from "../writing/writer.ts";
import { agreeToTakeovers } from "../writing/otherDocuments/takeovers.ts";
import {
  recordAddress,
  newDocumentContent,
  editOf,
  digestsOf,
  newLocalizationContent,
} from "./recordContent.ts";
import type { DraftEdit } from "./recordContent.ts";
import type { Mark } from "./lostCreations.ts";
import { isStillMissing } from "./recordMatching.ts";
import type { RecordEntry, RecordIndex } from "./recordIndex.ts";
import { otherAddressOf } from "../journal/journalEntry.ts";
import type { JoinedReads } from "../reading/documentReader.ts";

export interface RecordWriterOptions {
  /** The id that all journal entries of the import share. Undo uses it. */
  readonly group: string;
  /** Verifies documents that are created one after the other. */
  readonly reads: JoinedReads;
  /**
   * Returns the documentId that a new document should have. Without one, and without a signed-in
   * administrator, the service chooses it.
   */
  readonly documentIdFor?: ((entry: RecordEntry) => string | undefined) | undefined;
}

interface DuringRun {
  /** Called when the document is about to be sent. Returns the newest documents of its type then. */
  readonly begin: () => BulkResult<Mark | undefined>;
  /** Called when it is recorded and sent. */
  readonly onSend: () => void;
  /** Called with the time of the document, in milliseconds, when only the verification is left. */
  readonly onAnswer: (at: number) => void;
}

/** Null if nothing had to be written. */
export type WriteOutcome = BulkResult<WriteResult | null>;

/** Writes records with the same operations that save single documents. */
export class RecordWriter {
  readonly #index: RecordIndex;
  readonly #dependencies: ChangeDependencies;
  readonly #options: RecordWriterOptions;
  /** The attributes whose relations documents have lost by this run. */
  readonly #lost = new Set<string>();
  readonly #created = new Set<string>();
  /** The documents of all records. Set when the first relations between them are added. */
  #importedIds: ReadonlySet<string> | undefined;

  constructor(index: RecordIndex, dependencies: ChangeDependencies, options: RecordWriterOptions) {
    this.#index = index;
    this.#dependencies = dependencies;
    this.#options = options;
  }

  /** Changes a draft if the values to overwrite are unchanged since the preview. */
  async change(entry: RecordEntry, values: JsonObject): WriteOutcome {
    const [failure, prepared] = await this.#prepareEdit(entry, values);
    if (failure) return failed(failure);
    const isSame = this.#isUnchangedSincePreview(entry, prepared, prepared.edit.names);
    return isSame ? this.#save(entry, prepared) : failed({ code: "changed-meanwhile" });
  }

  /** Creates a document, or the missing localization of an existing one. */
  async create(entry: RecordEntry, values: JsonObject, during: DuringRun): WriteOutcome {
    const { service } = entry.type;
    const { documentId } = entry.group;
    if (documentId !== undefined) {
      const [flaw, localization] = await newLocalizationContent(values, service);
      return flaw ? failed(flaw) : this.#send(entry, documentId, localization.content, during);
    }
    const [flaw, created] = await newDocumentContent(values, service);
    if (flaw) return failed(flaw);
    const { content } = created;
    const [existenceFailure] = await isStillMissing(entry);
    if (existenceFailure) return failed(existenceFailure);
    const { manage, type } = service;
    const canChoose = manage && type.kind === "collection" && type.draftAndPublish;
    const chosenId = canChoose ? this.#options.documentIdFor?.(entry) : undefined;
    return chosenId === undefined
      ? this.#send(entry, newDocumentId(), content, during)
      : this.#createWithId(entry, chosenId, content, during);
  }

  /** Adds relations to records that were created later, if these attributes are unchanged. */
  async link(entry: RecordEntry, values: JsonObject, names: readonly string[]): WriteOutcome {
    const [failure, prepared] = await this.#prepareEdit(entry, pick(values, names));
    if (failure) return failed(failure);
    const isSame = entry.overwrites
      ? this.#isUnchangedSincePreview(entry, prepared, names)
      : this.#addsOnlyImported(entry, prepared, names);
    return isSame ? this.#save(entry, prepared) : failed({ code: "changed-meanwhile" });
  }

  /** An earlier record may have taken the target of a relation that this one replaces. */
  #isUnchangedSincePreview(
    entry: RecordEntry,
    { address, now }: PreparedEdit,
    names: readonly string[],
  ): boolean {
    const isLost = (name: string) =>
      isEmptyValue(ownIn(now.content, name)) && this.#lost.has(attributeKey(address, name));
    const otherNames = names.filter((name) => !isLost(name));
    const digests = digestsOf(now.content, otherNames, entry.type.service);
    return [...digests].every(([name, digest]) => entry.overwrites?.get(name) === digest);
  }

  #addsOnlyImported(
    entry: RecordEntry,
    { now, edit }: PreparedEdit,
    names: readonly string[],
  ): boolean {
    const { service } = entry.type;
    const { type, catalog } = service;
    const importedIds = (this.#importedIds ??= this.#index.documentIds);
    const [before, after] = [now.content, edit.content].map((content) =>
      withoutReferences(content, service, (id) => importedIds.has(id)),
    );
    return names.every((name) =>
      isSameValue(type.attributes.get(name), ownIn(before, name), ownIn(after, name), catalog),
    );
  }

  /** Creates an empty draft with the documentId, then gives it its content. */
  async #createWithId(
    entry: RecordEntry,
    documentId: string,
    content: JsonObject,
    { begin }: DuringRun,
  ): WriteOutcome {
    const [early] = await begin();
    if (early) return failed(early);
    const { type, group, locale } = entry;
    const address = recordAddress(entry, documentId);
    const consent = { agreed: entry.elsewhere };
    const [takeoverFailure] = await agreeToTakeovers(type.service, { address, content }, consent);
    if (takeoverFailure) return failed(takeoverFailure);
    const [failure] = await createEmptyDraft(
      { address, title: entry.title, group: this.#options.group },
      type.service,
      this.#dependencies.journal,
    );
    if (failure) return failed(failure);
    group.documentId = documentId;
    group.created.add(locale ?? "");
    const [prepareFailure, prepared] = await this.#prepareEdit(entry, content);
    return prepareFailure ? failed(prepareFailure) : this.#save(entry, prepared);
  }

  async #send(
    entry: RecordEntry,
    id: string,
    content: JsonObject,
    { begin, onSend, onAnswer: answer }: DuringRun,
  ): WriteOutcome {
    const [early, mark] = await begin();
    if (early) return failed(early);
    const { group, locale = "" } = entry;
    const address = recordAddress(entry, id);
    const consent = { agreed: entry.elsewhere, group: this.#options.group };
    const onAnswer = (row: JsonObject): void => {
      const documentId = textIn(row, "documentId");
      group.documentId = entry.type.service.type.kind === "single" ? singleId : documentId;
      group.created.add(locale);
      this.#created.add(documentId);
      answer(Date.parse(textIn(row, "updatedAt")));
    };
    const isEarlier = (row: JsonObject): boolean => {
      const documentId = textIn(row, "documentId");
      return (
        this.#created.has(documentId) ||
        mark?.documentIds.has(documentId) === true ||
        Number(row["id"]) <= (mark?.rowId ?? 0)
      );
    };
    const later = { onSend, onAnswer, isEarlier, reads: this.#options.reads };
    const newDocument = { address, content, later, ...consent };
    const [failure, createdDocument] = await createFromText(newDocument, this.#dependencies);
    if (failure) return failed(failure);
    group.documentId = createdDocument.address.id;
    group.created.add(locale);
    const { documents } = this.#dependencies;
    documents.recordWrite(createdDocument.address, createdDocument.snapshot);
    await documents.refreshOthers(createdDocument.address, createdDocument.report.elsewhere);
    this.#noteLost(createdDocument.address, createdDocument.report);
    return requireNothingLost(createdDocument);
  }

  async #prepareEdit(entry: RecordEntry, values: JsonObject): BulkResult<PreparedEdit> {
    const { documents, reader } = this.#dependencies;
    const address = recordAddress(entry);
    if (documents.edits.hasUnsavedChanges(address, false)) return failed({ code: "unsaved" });
    const [readFailure, now] = await reader.read(address);
    if (readFailure) return failed(readFailure);
    const [flaw, edit] = await editOf(now, values, entry.type);
    return flaw ? failed(flaw) : done({ address, now, edit });
  }

  async #save(
    { elsewhere: agreed }: RecordEntry,
    { address, now, edit }: PreparedEdit,
  ): WriteOutcome {
    if (edit.names.length === 0) return done(null);
    const change = { address, now, content: edit.content, agreed, group: this.#options.group };
    const outcome = await saveAndShow(this.#dependencies, change);
    if (outcome[1]) this.#noteLost(address, outcome[1].report);
    return outcome;
  }

  #noteLost(address: Address, { elsewhere }: ChangeReport): void {
    for (const change of elsewhere)
      this.#lost.add(attributeKey(otherAddressOf(change, address), change.path));
  }
}

const attributeKey = (address: Address, name: string): string => `${keyOf(address)} ${name}`;

interface PreparedEdit {
  readonly address: Address;
  readonly now: Snapshot;
  readonly edit: DraftEdit;
}

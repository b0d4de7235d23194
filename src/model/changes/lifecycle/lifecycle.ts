import type { Admins } from "../../connections/admins.ts";
import type { Address } from "../../foundation/address.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import { readPublishedContent } from "../../documents/versionDifferences.ts";
import type { Content } from "../../query/listing/content.ts";
import type { Documents } from "../saving/documents.ts";
import type { InboundOptions, InboundRelations } from "../../query/finding/inbound.ts";
import { findInboundRelations } from "../../query/finding/inbound.ts";
import type { Journal } from "../journal/journal.ts";
import { contentIn, deleteEntry, publishEntry, withdrawalEntry } from "./lifecycleEntries.ts";
import { groupOf } from "../journal/journalEntry.ts";
import type { PublishAgreement, DeleteAgreement } from "./lifecycleEntries.ts";
import type { Grouped, Withdrawal } from "../journal/journalEntry.ts";
import { sendDelete, sendPublish, sendWithdrawal } from "./lifecycleWriter.ts";
import { changedPaths } from "../../content/merge.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { ChangeFailure } from "../changeFailure.ts";
import { previewPublish } from "./publishing.ts";
import type { PublishableDraft, PublishPreview } from "./publishing.ts";
import type { SnapshotWithStatus, Reader } from "../../documents/reader.ts";
import { writeRecorded } from "../journal/recorded.ts";
import { isWithoutDraft } from "../../reading/readFailure.ts";
import { readWholeDocument, readWithoutDraft } from "./wholeDocument.ts";
import { revealHidden } from "../../documents/hiddenContent.ts";

/** Actions on whole documents: publish, unpublish, discard changes and delete. */
export class Lifecycle {
  readonly #catalogs: Catalogs;
  readonly #reader: Reader;
  readonly #documents: Documents;
  readonly #content: Content;
  readonly #journal: Journal;
  readonly #admins: Admins;

  constructor(parts: {
    readonly catalogs: Catalogs;
    readonly reader: Reader;
    readonly documents: Documents;
    readonly content: Content;
    readonly journal: Journal;
    readonly admins: Admins;
  }) {
    this.#catalogs = parts.catalogs;
    this.#reader = parts.reader;
    this.#documents = parts.documents;
    this.#content = parts.content;
    this.#journal = parts.journal;
    this.#admins = parts.admins;
  }

  /** Reads the current document and its publication status. */
  preview(
    address: Address,
    signal?: AbortSignal,
  ): Promise<Outcome<SnapshotWithStatus, ChangeFailure>> {
    return this.#reader.readWithStatus(address, signal);
  }

  /** Reads a document to delete it. It may have published versions only. */
  async previewDelete(
    address: Address,
    signal?: AbortSignal,
  ): Promise<Outcome<SnapshotWithStatus, ChangeFailure>> {
    const outcome = await this.preview(address, signal);
    if (!outcome[0] || !isWithoutDraft(outcome[0])) return outcome;
    const [failure, service] = await this.#catalogs.type(address.connection, address.type);
    return failure ? failed(failure) : readWithoutDraft(service, address, signal);
  }

  /** Previews a publish of the draft. */
  async previewPublish(
    address: Address,
    draft: PublishableDraft,
    signal?: AbortSignal,
  ): Promise<Outcome<PublishPreview, ChangeFailure>> {
    const [failure, service] = await this.#catalogs.type(address.connection, address.type);
    return failure ? failed(failure) : previewPublish(service, address, draft, signal);
  }

  /** Finds the relations that point to the document. A delete removes them. */
  async inbound(
    address: Address,
    asking?: InboundOptions,
  ): Promise<Outcome<InboundRelations, ChangeFailure>> {
    const [failure, service] = await this.#catalogs.service(address.connection);
    return failure ? failed(failure) : findInboundRelations(service, address, asking);
  }

  /**
   * Publishes the draft in its locale, if it still has the previewed content. A signal cancels the
   * publish only before the request is sent.
   */
  async publish(
    address: Address,
    preview: PublishAgreement,
    signal?: AbortSignal,
  ): Promise<Outcome<null, ChangeFailure>> {
    const [blind, publishing] = preview.publishing
      ? done(preview.publishing)
      : await this.previewPublish(address, preview, signal);
    if (blind) return failed(blind);
    const [unknown, service] = await this.#catalogs.type(address.connection, address.type);
    if (unknown) return failed(unknown);
    const [moved, now] = await this.#requireUnchanged(address, preview, service, signal);
    if (moved) return failed(moved);
    const entry = publishEntry(address, now, { ...preview, publishing });
    const [failure] = await writeRecorded(this.#journal, entry, service, {
      send: () => sendPublish(service, address, now, this.#reader),
      after: () => entry.after,
    });
    if (failure) return failed(failure);
    await this.#refreshAfterWrite(address);
    return done(null);
  }

  /**
   * Unpublishes the document, or replaces its draft with the published version, as an
   * administrator. Requires that both versions are still the previewed ones. A signal cancels the
   * action only before the request is sent.
   */
  async withdraw(
    kind: Withdrawal,
    address: Address,
    preview: SnapshotWithStatus & Grouped,
    signal?: AbortSignal,
  ): Promise<Outcome<null, ChangeFailure>> {
    const [unknown, service] = await this.#catalogs.type(address.connection, address.type);
    if (unknown) return failed(unknown);
    // If sign-in is needed, ask for it before the read: another client may save while the user
    // types.
    const [stranger] = await this.#admins.call(address.connection, (admin) => admin.me());
    if (stranger) return failed(stranger);
    const [blind, live] = await readPublishedContent(service, address, signal);
    if (blind) return failed(blind);
    const [moved, now] = await this.#requireUnchanged(address, preview, service, signal);
    if (moved) return failed(moved);
    if (!live || now.publishedAt !== preview.publishedAt)
      return failed({ code: "changed-meanwhile" });
    const entry = withdrawalEntry(kind, address, { now, live, ...groupOf(preview) }, service);
    const ways = { admins: this.#admins, reader: this.#reader };
    const [failure] = await writeRecorded(this.#journal, entry, service, {
      send: () => sendWithdrawal(kind, address, service, ways),
      // Keeps the component ids that the draft has now, so that Undo can match them.
      after: (draft) => (kind === "discard" ? contentIn(address, draft ?? live) : {}),
    });
    if (failure) return failed(failure);
    await this.#refreshAfterWrite(address);
    return done(null);
  }

  /**
   * Deletes the document in every locale, if all locales still have the previewed versions. A
   * signal cancels the delete only before the request is sent.
   */
  async delete(
    address: Address,
    preview: DeleteAgreement,
    signal?: AbortSignal,
  ): Promise<Outcome<null, ChangeFailure>> {
    await revealHidden(this.#catalogs, address, { signal });
    const [unknown, service] = await this.#catalogs.type(address.connection, address.type);
    if (unknown) return failed(unknown);
    const [gone, whole] = await readWholeDocument(service, address, preview, signal);
    if (gone) return failed(gone);
    const { version, localeVersions } = whole.now;
    if (version !== preview.version || localeVersions !== preview.localeVersions) {
      return failed({ code: "changed-meanwhile" });
    }
    const entry = deleteEntry(address, whole, preview);
    if (signal?.aborted) return failed({ code: "declined" });
    const [failure] = await writeRecorded(this.#journal, entry, service, {
      send: () => sendDelete(service, address, this.#reader),
      after: () => entry.after,
    });
    if (failure) return failed(failure);
    this.#content.forget(address);
    this.#documents.drop(address);
    return done(null);
  }

  /** Returns the current draft if it still has the previewed content. */
  async #requireUnchanged(
    address: Address,
    preview: SnapshotWithStatus,
    service: TypedService,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<SnapshotWithStatus, ChangeFailure>> {
    const [gone, now] = await this.#reader.readWithStatus(address, signal);
    if (gone) return failed(gone);
    if (signal?.aborted) return failed({ code: "declined" });
    return isSameDraft(preview, now, service) ? done(now) : failed({ code: "changed-meanwhile" });
  }

  /**
   * The publish succeeded, so a failed read is not a failure. The next refresh updates the view.
   */
  async #refreshAfterWrite(address: Address): Promise<void> {
    const [, published] = await this.#reader.read(address);
    await published?.publication.wait();
    if (published) this.#content.note(address, published);
    this.#documents.recordWrite(address, published);
  }
}

/** A change of a shared field or a publish can change the version without a visible difference. */
const isSameDraft = (
  preview: SnapshotWithStatus,
  now: SnapshotWithStatus,
  service: TypedService,
): boolean =>
  preview.version === now.version ||
  (preview.state === now.state && changedPaths(preview.content, now.content, service).length === 0);

import type { Administrators } from "../connect/administrators.ts";
import type { Address } from "../foundation/address.ts";
import type { TypedService } from "../schemas/catalogs.ts";
import {
  differingAttributes,
  readBothVersions,
  readPublishedContent,
} from "../documents/versionDifferences.ts";
import type { InboundOptions, InboundRelations } from "../find/inboundRelations.ts";
import { findOtherChanges, type VersionAction } from "../writing/otherDocuments/otherChanges.ts";
import { findInboundRelations } from "../find/inboundRelations.ts";
import type { NewJournalEntry } from "../journal/journal.ts";
import { contentIn, changesBesides } from "../journal/journalEntry.ts";
import type { Withdrawal, OtherChanges } from "../journal/journalEntry.ts";
import { deleteRecorded, sendPublish, sendWithdrawal } from "./publicationWriter.ts";
import { changedPaths } from "../content/merge.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ChangeDependencies } from "../save/changeDependencies.ts";
import type { ChangeResult } from "../journal/changeFailure.ts";
import { previewPublish, type PublishableDraft, type PublishPreview } from "./publishPreview.ts";
import type { Draft, SnapshotWithStatus } from "../documents/snapshotReader.ts";
import { writeRecorded } from "../writing/recordedWrite.ts";
import { readForChange } from "../writing/documentChange.ts";
import { isWithoutDraft } from "../reading/readOptions.ts";
import { deleteEntry, readSnapshots, readWholeDocument } from "../writing/wholeDocument.ts";
import type { DeleteAgreement } from "../writing/wholeDocument.ts";
import type { JsonObject } from "../foundation/json.ts";
import { changeReportOf, type ChangeReport } from "../writing/changeReport.ts";
import { reportOfWrite } from "../writing/changedFields.ts";
import { verify } from "../writing/verification.ts";
import { revealHidden } from "../documents/hiddenContent.ts";

export interface BatchDependencies extends ChangeDependencies {
  readonly publication: Publication;
}

type LifecycleDependencies = ChangeDependencies & { readonly administrators: Administrators };

/** The previewed document to which the user agreed. */
type Agreement = SnapshotWithStatus &
  Pick<NewJournalEntry, "group"> & {
    /** The changes of other documents that the user knows; undefined if nobody was asked. */
    readonly elsewhere?: OtherChanges | undefined;
  };

/** What a question before an action names. */
type ActionPreview = Readonly<Record<"snapshot" | "draft", SnapshotWithStatus>> & {
  readonly publishing: PublishPreview;
  readonly elsewhere: OtherChanges;
};

type AgreedFacts = Pick<NewJournalEntry, "address" | "title" | "group"> &
  Pick<ChangeReport, "elsewhere">;

/**
 * Actions on whole documents: publish, unpublish, discard changes and delete. A signal cancels an
 * action only before its request is sent.
 */
export class Publication {
  readonly #dependencies: LifecycleDependencies;

  constructor(dependencies: LifecycleDependencies) {
    this.#dependencies = dependencies;
  }

  preview(address: Address, signal?: AbortSignal): ChangeResult<SnapshotWithStatus> {
    return this.#dependencies.reader.readWithStatus(address, signal);
  }

  /** The document may have published versions only. */
  async previewDelete(address: Address, signal?: AbortSignal): ChangeResult<SnapshotWithStatus> {
    const outcome = await this.preview(address, signal);
    if (!outcome[0] || !isWithoutDraft(outcome[0])) return outcome;
    const [failure, service] = await this.#typeOf(address);
    if (failure) return failed(failure);
    const [unread, snapshots] = await readSnapshots(service, address, signal);
    if (unread) return failed(unread);
    const snapshot = snapshots.find(({ facts }) => facts.locale === address.locale) ?? snapshots[0];
    return snapshot ? done(snapshot) : failed({ code: "gone" });
  }

  async previewPublish(
    address: Address,
    draft: PublishableDraft,
    signal?: AbortSignal,
  ): ChangeResult<PublishPreview> {
    const [failure, service] = await this.#typeOf(address);
    return failure ? failed(failure) : previewPublish(service, address, draft, { signal });
  }

  /**
   * Reads all that a question before an action names, in the time of two requests after one another.
   * A single type to which documents refer takes a third, because no address has its documentId.
   * `draftOf` returns the draft as it will be when the action starts.
   */
  previewAction(
    action: VersionAction,
    address: Address,
    {
      draftOf = (snapshot) => snapshot,
      signal,
    }: {
      readonly draftOf?: (snapshot: SnapshotWithStatus) => SnapshotWithStatus;
      readonly signal?: AbortSignal | undefined;
    } = {},
  ): ChangeResult<ActionPreview> {
    const { catalogs } = this.#dependencies;
    const read = async (): ChangeResult<ActionPreview> => {
      const [unknown, service] = await this.#typeOf(address);
      if (unknown) return failed(unknown);
      const versions = readBothVersions({ service, addresses: [address] }, { signal });
      const compare = async (): ChangeResult<Omit<ActionPreview, "elsewhere">> => {
        const [unread, snapshot] = await this.preview(address, signal);
        if (unread) return failed(unread);
        // The read may show that the schema has changed.
        const [gone, current] = await this.#typeOf(address);
        if (gone) return failed(gone);
        const draft = draftOf(snapshot);
        const options = { signal, versions: current.type === service.type ? versions : undefined };
        const [failure, publishing] = await previewPublish(current, address, draft, options);
        return failure ? failed(failure) : done({ snapshot, draft, publishing });
      };
      const [[failure, compared], [unseen, elsewhere]] = await Promise.all([
        compare(),
        this.otherChanges(action, address, signal),
      ]);
      if (failure) return failed(failure);
      return unseen ? failed(unseen) : done({ ...compared, elsewhere });
    };
    return catalogs.readWithFreshCatalog(address.connection, read);
  }

  otherChanges(
    action: VersionAction,
    address: Address,
    signal?: AbortSignal,
  ): ChangeResult<OtherChanges> {
    return findOtherChanges(action, [address], this.#dependencies.catalogs, { signal });
  }

  /** Finds the relations that a delete of the document removes. */
  async inbound(address: Address, asking?: InboundOptions): ChangeResult<InboundRelations> {
    const [failure, service] = await this.#dependencies.catalogs.service(address.connection);
    return failure ? failed(failure) : findInboundRelations(service, address, asking);
  }

  /** Publishes the draft in its locale, if it still has the previewed content. */
  async publish(
    address: Address,
    preview: Agreement & { readonly publishing?: PublishPreview },
    signal?: AbortSignal,
  ): ChangeResult<ChangeReport> {
    const [unknown, service] = await this.#typeOf(address);
    if (unknown) return failed(unknown);
    const [blind, publishing] = preview.publishing
      ? done(preview.publishing)
      : await previewPublish(service, address, preview, { signal });
    if (blind) return failed(blind);
    const [moved, agreed] = await this.#requireAgreed("publish", address, preview, service, signal);
    if (moved) return failed(moved);
    const { now, facts } = agreed;
    const { published, changedAttributes: paths } = publishing;
    const before = published && contentIn(address, published);
    const after = contentIn(address, now.content);
    const entry = { action: "publish", ...facts, paths, before, after } as const;
    const { journal, reader } = this.#dependencies;
    const [failure] = await writeRecorded(journal, entry, service, {
      send: () => sendPublish(service, address, now, reader),
    });
    if (failure) return failed(failure);
    return done(reportOfWrite(service, await this.#reportAfter(facts, service, now.content)));
  }

  /** Unpublishes or discards changes as an administrator. Both versions must be as previewed. */
  async withdraw(
    kind: Withdrawal,
    address: Address,
    preview: Agreement,
    signal?: AbortSignal,
  ): ChangeResult<ChangeReport> {
    const [unknown, service] = await this.#typeOf(address);
    if (unknown) return failed(unknown);
    // Asks for a sign-in before the read: another client may save while the user types.
    const { administrators, journal } = this.#dependencies;
    const [stranger] = await administrators.call(
      address.connection,
      (admin) => admin.me(),
      false,
      kind,
    );
    if (stranger) return failed(stranger);
    const [blind, live] = await readPublishedContent(service, address, signal);
    if (blind) return failed(blind);
    const [moved, agreed] = await this.#requireAgreed(kind, address, preview, service, signal);
    if (moved) return failed(moved);
    const { now, facts } = agreed;
    if (!live || now.publishedAt !== preview.publishedAt)
      return failed({ code: "changed-meanwhile" });
    // The journal keeps the content that the action removes.
    const contents =
      kind === "unpublish"
        ? { before: contentIn(address, live), after: {} }
        : {
            paths: differingAttributes({ before: now.content, after: live }, service),
            before: contentIn(address, now.content),
            after: contentIn(address, live),
          };
    const entry = { action: kind, ...facts, ...contents };
    const [failure] = await writeRecorded(journal, entry, service, {
      send: () => sendWithdrawal(kind, address, service, this.#dependencies),
      // Keeps the component ids that the draft has now, so that Undo can match them.
      after: (draft) => (kind === "discard" ? contentIn(address, draft ?? live) : {}),
    });
    if (failure) return failed(failure);
    const expected = kind === "discard" ? live : now.content;
    return done(await this.#reportAfter(facts, service, expected));
  }

  /** Deletes the document in every locale, if all locales still have the previewed versions. */
  async delete(
    address: Address,
    preview: DeleteAgreement,
    signal?: AbortSignal,
  ): ChangeResult<ChangeReport> {
    await revealHidden(this.#dependencies.catalogs, address, { signal });
    const [unknown, service] = await this.#typeOf(address);
    if (unknown) return failed(unknown);
    const [failure, whole] = await readWholeDocument(service, address, preview, signal);
    if (failure) return failed(failure);
    if (whole.now.localeVersions !== preview.localeVersions)
      return failed({ code: "changed-meanwhile" });
    const entry = deleteEntry(address, whole, preview);
    return deleteRecorded({ service, address }, entry, this.#dependencies);
  }

  /**
   * Deletes one localization of a document, with its draft and its published version. Requires that
   * it still has the previewed version and that the document has another localization. The service
   * deletes the document with its last localization.
   */
  async deleteLocalization(
    address: Address & { readonly locale: string },
    preview: DeleteAgreement,
    signal?: AbortSignal,
  ): ChangeResult<ChangeReport> {
    const { locale } = address;
    const [unknown, service] = await this.#typeOf(address);
    if (unknown) return failed(unknown);
    if (!service.type.localized) return failed({ code: "unknown-locale", locale });
    const [failure, whole] = await readWholeDocument(service, address, preview, signal);
    if (failure) return failed(failure);
    const { now, drafts } = whole;
    if (drafts.length < 2) return failed({ code: "changed-meanwhile" });
    // The journal entry has that localization only.
    const published = whole.published.filter(({ facts }) => facts.locale === locale);
    const states = { [locale]: preview.state ?? "draft" };
    const entry = deleteEntry(address, { now, drafts: [now], published }, { ...preview, states });
    const target = { service, address, locale };
    return deleteRecorded(target, { ...entry, address }, this.#dependencies);
  }

  /** The journal keeps the values, but without a password the account can't be recreated. */
  async deleteUser(
    address: Address,
    preview: Pick<Draft, "version"> & Pick<NewJournalEntry, "group">,
    signal?: AbortSignal,
  ): ChangeResult<ChangeReport> {
    const { version, group } = preview;
    const [failure, current] = await readForChange(address, this.#dependencies, version, signal);
    if (failure) return failed(failure);
    const { service, now } = current;
    const contents = { before: contentIn(address, now.content), after: {} };
    const entry = { action: "delete", address, title: now.title, group, ...contents } as const;
    return deleteRecorded({ service, address }, entry, this.#dependencies);
  }

  #typeOf({ connection, type }: Address): ChangeResult<TypedService> {
    return this.#dependencies.catalogs.type(connection, type);
  }

  /**
   * Requires the previewed content, and consent to changes elsewhere, if asked. Returns the document
   * and the facts of the journal's entry.
   */
  async #requireAgreed(
    action: VersionAction,
    address: Address,
    preview: Agreement,
    service: TypedService,
    signal: AbortSignal | undefined,
  ): ChangeResult<{ now: SnapshotWithStatus; facts: AgreedFacts }> {
    const [failure, now] = await this.preview(address, signal);
    if (failure) return failed(failure);
    if (signal?.aborted) return failed({ code: "declined" });
    // A change of a shared field or a publish can change the version without a visible difference.
    const isSameDraft =
      preview.version === now.version ||
      (preview.state === now.state &&
        changedPaths(preview.content, now.content, service).length === 0);
    if (!isSameDraft) return failed({ code: "changed-meanwhile" });
    const [unseen, currentChanges] = await this.otherChanges(action, address, signal);
    if (unseen) return failed(unseen);
    const { elsewhere: agreedChanges } = preview;
    const isAgreed =
      !agreedChanges || changesBesides(agreedChanges.changed, currentChanges.changed).length === 0;
    if (!isAgreed) return failed({ code: "changed-meanwhile" });
    const { changed: elsewhere } = currentChanges;
    return done({ now, facts: { address, title: now.title, group: preview.group, elsewhere } });
  }

  /**
   * Updates the views after a publish or withdrawal, and compares the draft with the expected one.
   * The write succeeded, so a failed read is reported and not a failure. The next refresh updates
   * the views.
   */
  async #reportAfter(
    { address, elsewhere }: AgreedFacts,
    service: TypedService,
    expected: JsonObject,
  ): Promise<ChangeReport> {
    const { reader, lists, documents } = this.#dependencies;
    const [unread, draft] = await reader.read(address);
    await draft?.publication.wait();
    if (draft) lists.note(address, draft);
    documents.recordWrite(address, draft);
    await documents.refreshOthers(address, elsewhere);
    if (unread) return changeReportOf({ elsewhere, unverified: unread });
    const { deviations } = verify(expected, draft.content, service);
    return changeReportOf({ elsewhere, deviations });
  }
}

import type { AttributeSchema, CallOptions } from "../../client/index.ts";
import { isMediaFile, isNew, isUser, type Address } from "../foundation/address.ts";
import { baselineOf } from "../content/baseline.ts";
import { localeFieldOf, type ContentType } from "../schemas/catalog.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import { toContent, toText, type Facts } from "../content/documentText.ts";
import { isObject, pick, textIn, type JsonObject, ownIn } from "../foundation/json.ts";
import { fileSnapshot } from "../content/fileSnapshot.ts";
import type { PendingValue } from "../foundation/asyncSteps.ts";
import { done, failed } from "../foundation/outcome.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import { valuesIn } from "../content/attributePositions.ts";
import { localizedDrafts, publicationStatusOf, rowTimes } from "../content/publicationStatus.ts";
import type { PublicationStatus } from "../content/publicationStatus.ts";
import { administrator, isAdminRead, unreadIn } from "../content/unreadAttributes.ts";
import type { UnreadAttributes } from "../content/unreadAttributes.ts";
import { userSnapshot } from "../content/userSnapshot.ts";

/** One version of a draft as it was read. Its text, content and version belong together. */
export interface Draft {
  /** `updatedAt` in milliseconds. The service offers nothing else to tell versions apart. */
  readonly version: number;
  readonly created: number;
  readonly content: JsonObject;
  readonly text: string;
  readonly title: string;
  readonly isReadonly: boolean;
  /** The facts in `$`; empty for users. */
  readonly facts: Facts;
  /** The parts that were not read in full, which are never sent nor taken as complete. */
  readonly unread: UnreadAttributes;
  readonly localeVersions: string;
}

/** A document as it was read. Its published versions, requested with it, may come later. */
export interface Snapshot extends Draft {
  readonly publication: PendingValue<PublicationStatus, ReadFailure>;
}

/** A snapshot whose publication status is known, so that actions can use it. */
export type SnapshotWithStatus = Snapshot & PublicationStatus;

export class SnapshotReader {
  readonly #catalogs: Catalogs;

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs;
  }

  /** Requests the document, and at the same time its published versions, which may come later. */
  async read(address: Address, signal?: AbortSignal, earlier?: Snapshot): ReadResult<Snapshot> {
    if (isNew(address)) return done(baselineOf(address));
    const options = { signal };
    if (isMediaFile(address)) return this.#readUserOrFile(address, options);
    return this.#catalogs.readWithFreshCatalog(address.connection, () =>
      isUser(address)
        ? this.#readUserOrFile(address, options)
        : this.#readDocument(address, options, earlier),
    );
  }

  /** Fails if the status can't be read. */
  async readWithStatus(address: Address, signal?: AbortSignal): ReadResult<SnapshotWithStatus> {
    const [failure, snapshot] = await this.read(address, signal);
    if (failure) return failed(failure);
    const [unknown, status] = await snapshot.publication.wait();
    return unknown ? failed(unknown) : done({ ...snapshot, ...status });
  }

  /** In one request if no localization has changed. The published versions are then known. */
  reread(earlier: Snapshot | undefined, address: Address): ReadResult<Snapshot> {
    return this.read(address, undefined, earlier);
  }

  async #readUserOrFile(address: Address, options: CallOptions): ReadResult<Snapshot> {
    const [failure, service] = await this.#catalogs.service(address.connection);
    if (failure) return failed(failure);
    if (isUser(address)) {
      const { readUser } = await import("../reading/userReader.ts");
      const [unread, user] = await readUser(service, address, options);
      return unread ? failed(unread) : done(userSnapshot(user, service));
    }
    const { readFile } = await import("../reading/fileReader.ts");
    const [unread, file] = await readFile(service, address, options);
    return unread ? failed(unread) : done(fileSnapshot(file, service));
  }

  async #readDocument(
    address: Address,
    options: CallOptions,
    earlier?: Snapshot,
  ): ReadResult<Snapshot> {
    const { connection, type } = address;
    const [failure, service] = await this.#catalogs.type(connection, type);
    if (failure) return failed(failure);
    const { readDraft, requestPublished } = await import("../reading/documentReader.ts");
    const reading = readDraft(service, address, options, earlier?.content);
    const requested = earlier ? undefined : requestPublished(service, address, options);
    const [missing, draft] = await reading;
    if (missing) return failed(missing);
    const isUnchanged = localeVersionsOf(draft) === earlier?.localeVersions;
    const knownRows =
      isUnchanged && !earlier.publication.hasFailed ? publishedRowsOf(earlier) : requested;
    const published = knownRows ?? requestPublished(service, address, options);
    // Gets the type again, because the read itself may show how its route behaves.
    const [typeFailure, typed] = await this.#catalogs.type(connection, type);
    return typeFailure ? failed(typeFailure) : done(snapshotOf(typed, draft, published));
  }
}

export const snapshotOf = (
  service: TypedService,
  draft: JsonObject,
  published: PendingValue<readonly JsonObject[], ReadFailure>,
): Snapshot => ({
  ...draftOf(service, draft),
  publication: published.map((rows) => publicationStatusOf(draft, rows, service.type)),
});

/** The published versions of a snapshot, for the snapshot that replaces it. */
export const publishedRowsOf = ({
  publication,
}: Snapshot): PendingValue<readonly JsonObject[], ReadFailure> =>
  publication.map(({ published }) => published);

/** `names` are the requested attributes, all by default. */
export function draftOf(service: TypedService, row: JsonObject, names?: readonly string[]): Draft {
  const { type, capabilities } = service;
  const isMedia = (attribute: AttributeSchema) => attribute.type === "media";
  for (const { value } of valuesIn(row, isMedia, service)) {
    if (isObject(value)) capabilities.files.learn(value);
  }
  const facts: Facts = {
    ...pick(row, ["documentId", ...localeFieldOf(type), "createdAt", "updatedAt"]),
    ...(isAdminRead(row) && { readAs: administrator }),
    ...(type.localized && {
      locales: localizedDrafts(row).map((draft) => textIn(draft, "locale")),
    }),
  };
  const content = toContent(row, facts, service);
  return {
    ...rowTimes(row),
    content,
    text: toText(content),
    title: titleOf(row, type),
    facts,
    unread: unreadIn(content, service, names),
    localeVersions: localeVersionsOf(row),
  };
}

const localeVersionsOf = (draft: JsonObject): string =>
  JSON.stringify(localizedDrafts(draft).map((row) => [row["locale"], row["updatedAt"]]));

/** When the localizations of a document were last changed, by locale. A user has none. */
export const changeTimesIn = (localeVersions: string): ReadonlyMap<string, string> =>
  new Map(JSON.parse(localeVersions || "[]") as [string, string][]);

/** Empty if the document has none. */
export function titleOf(row: JsonObject, { titleField, kind, displayName }: ContentType): string {
  if (kind === "single") return displayName;
  const title = titleField === undefined ? undefined : ownIn(row, titleField);
  return typeof title === "string" ? title.trim() : "";
}

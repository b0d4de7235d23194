import type { AttributeSchema, CallOptions, CmsError, Result } from "../../../client/index.ts";
import type { Address } from "../../foundation/address.ts";
import { baselineOf } from "./baseline.ts";
import { isMediaFile, isNew, isSingle, isUser } from "../../foundation/address.ts";
import type { ContentType } from "../../schemas/catalog.ts";
import type { Catalogs, TypedService } from "../../schemas/catalogs.ts";
import { toContent, toText } from "../content/documentText.ts";
import type { Facts } from "../content/documentText.ts";
import type { JsonObject } from "../../foundation/json.ts";
import { readFileSnapshot } from "./fileRequests.ts";
import { titleLine } from "../../foundation/legible.ts";
import { isObject, pick, textIn } from "../../foundation/json.ts";
import type { PendingValue } from "../../foundation/async.ts";
import type { Outcome } from "../../foundation/outcome.ts";
import { done, failed } from "../../foundation/outcome.ts";
import type { DocumentFailure } from "../documentFailure.ts";
import { requestPublished } from "./published.ts";
import type { PublishedRows } from "./published.ts";
import { isUnknownIn } from "../../schemas/catalogs.ts";
import { valuesIn } from "../content/attributePlaces.ts";
import { readOne } from "./readOne.ts";
import { localizedDrafts, publicationStatusOf } from "./publicationStatus.ts";
import type { PublicationStatus } from "./publicationStatus.ts";
import { administrator, isAdminRead, unreadIn } from "../content/unreadAttributes.ts";
import type { UnreadAttributes } from "../content/unreadAttributes.ts";
import { userSnapshot } from "./userSnapshot.ts";

/** One version of a draft, as it was read: text, content and version belong together. */
export interface Draft {
  /** `updatedAt` in milliseconds: all that the service offers to tell versions apart. */
  readonly version: number;
  readonly created: number;
  readonly content: JsonObject;
  readonly text: string;
  readonly title: string;
  readonly isReadonly: boolean;
  /** What the text says in `$`; empty for users. */
  readonly facts: Facts;
  /** What was not wholly read of it: it is never sent, and must not be taken for all there is. */
  readonly unread: UnreadAttributes;
  /** The versions of all its localizations, as one string. */
  readonly localeVersions: string;
}

/** A document as it was read. What is published was asked for beside it, and is known later. */
export interface Snapshot extends Draft {
  readonly publication: PendingValue<PublicationStatus>;
}

/** A document as a person acts on it: how it stands is known. */
export type SnapshotWithStatus = Snapshot & PublicationStatus;

/** Reads documents and users as text. */
export class Reader {
  readonly #catalogs: Catalogs;

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs;
  }

  /** One request, and beside it another for what is published, which nobody has to wait for. */
  async read(address: Address, signal?: AbortSignal): Promise<Outcome<Snapshot, DocumentFailure>> {
    if (isNew(address)) return done(baselineOf(address));
    const options = signal ? { signal } : {};
    if (isUser(address)) return this.#readUser(address, options);
    return isMediaFile(address)
      ? this.#readMediaFile(address, options)
      : this.#catalogs.readWithFreshCatalog(address.connection, () =>
          this.#readDocument(address, options),
        );
  }

  /** With how it stands: a failure where that can't be told. */
  async readWithStatus(
    address: Address,
    signal?: AbortSignal,
  ): Promise<Outcome<SnapshotWithStatus, DocumentFailure>> {
    const [failure, snapshot] = await this.read(address, signal);
    if (failure) return failed(failure);
    const [unknown, status] = await snapshot.publication.wait();
    return unknown ? failed(unknown) : done({ ...snapshot, ...status });
  }

  /**
   * The same document once more, where it is known: one request, where no localization of it has moved. Its
   * published versions are those that were asked for then.
   */
  async reread(
    earlier: Snapshot | undefined,
    address: Address,
  ): Promise<Outcome<Snapshot, DocumentFailure>> {
    if (!earlier) return this.read(address);
    if (isNew(address)) return done(baselineOf(address));
    if (isUser(address) || isMediaFile(address)) return this.read(address);
    return this.#catalogs.readWithFreshCatalog(address.connection, () =>
      this.#reread(earlier, address),
    );
  }

  async #reread(earlier: Snapshot, address: Address): Promise<Outcome<Snapshot, DocumentFailure>> {
    const [failure, service] = await this.#catalogs.type(address.connection, address.type);
    if (failure) return failed(failure);
    const [error, draft] = await readDraft(service, address, {});
    if (error) return failed(goneOr(error, address));
    const isKnown =
      localeVersionsOf(draft) === earlier.localeVersions && !earlier.publication.hasFailed;
    const published = isKnown ? publishedRowsOf(earlier) : requestPublished(service, address, {});
    return this.#snapshot(address, { draft, published });
  }

  async #readUser(
    address: Address,
    options: CallOptions,
  ): Promise<Outcome<Snapshot, DocumentFailure>> {
    const [failure, service] = await this.#catalogs.service(address.connection);
    if (failure) return failed(failure);
    const params = { populate: ["role"] } as const;
    const id = Number(address.id);
    if (!Number.isInteger(id)) return failed({ code: "gone" });
    const [error, user] = await service.cms.users().find({ id, params, ...options });
    if (error) return failed(goneOr(error, address));
    return done(userSnapshot(user, address.connection));
  }

  async #readMediaFile(
    address: Address,
    options: CallOptions,
  ): Promise<Outcome<Snapshot, DocumentFailure>> {
    const [failure, service] = await this.#catalogs.service(address.connection);
    return failure ? failed(failure) : readFileSnapshot(service, address, options);
  }

  async #readDocument(
    address: Address,
    options: CallOptions,
  ): Promise<Outcome<Snapshot, DocumentFailure>> {
    const [failure, service] = await this.#catalogs.type(address.connection, address.type);
    if (failure) return failed(failure);
    const reading = readDraft(service, address, options);
    const published = requestPublished(service, address, options);
    const [error, draft] = await reading;
    if (error) return failed(goneOr(error, address));
    return this.#snapshot(address, { draft, published });
  }

  /** With what the read itself may have taught of its route. */
  async #snapshot(address: Address, from: ReadRows): Promise<Outcome<Snapshot, DocumentFailure>> {
    const [failure, service] = await this.#catalogs.type(address.connection, address.type);
    return failure ? failed(failure) : done(snapshotOf(address, service, from));
  }
}

interface ReadRows {
  readonly draft: JsonObject;
  readonly published: PendingValue<PublishedRows>;
}

/** The query's part that names the localization. */
export const localeParameter = ({ locale }: Address): { locale?: string } =>
  locale ? { locale } : {};

/** A snapshot out of a draft and what is published beside it. */
export function snapshotOf(address: Address, service: TypedService, from: ReadRows): Snapshot {
  const status = from.published.map((rows) => publicationStatusOf(from.draft, rows, service.type));
  return { ...draftOf(address, service, from.draft), publication: status };
}

/** What is published beside a snapshot: for one that takes its place. */
export const publishedRowsOf = ({ publication }: Snapshot): PendingValue<PublishedRows> =>
  publication.map(({ published }) => published);

/** A draft out of the service's answer to a question after some attributes: all unless `names` says which. */
export function draftOf(
  address: Address,
  service: TypedService,
  draft: JsonObject,
  names?: readonly string[],
): Draft {
  const { type, capabilities } = service;
  for (const { value } of valuesIn(draft, isMedia, { attributes: type.attributes, ...service })) {
    if (isObject(value)) capabilities.files.learn(value);
  }
  const facts = factsOf(draft, type);
  const content = toContent(draft, facts, { connection: address.connection, ...service });
  return {
    ...timesOf(draft),
    content,
    text: toText(content),
    title: titleOf(draft, type),
    // Without a time there is no telling whether somebody else has changed it.
    isReadonly: textIn(draft, "updatedAt") === "",
    facts,
    unread: unreadIn(content, service, names),
    localeVersions: localeVersionsOf(draft),
  };
}

const isMedia = ({ type }: AttributeSchema): boolean => type === "media";

const factsOf = (draft: JsonObject, { localized }: ContentType): Facts => ({
  ...pick(draft, ["documentId", ...(localized ? ["locale"] : []), "createdAt", "updatedAt"]),
  ...(isAdminRead(draft) && { readAs: administrator }),
  ...(localized && { locales: localizedDrafts(draft).map((row) => textIn(row, "locale")) }),
});

const localeVersionsOf = (draft: JsonObject): string =>
  JSON.stringify(localizedDrafts(draft).map((row) => [row["locale"], row["updatedAt"]]));

async function readDraft(
  service: TypedService,
  address: Address,
  options: CallOptions,
): Promise<Result<JsonObject, unknown>> {
  const documentId = isSingle(address) ? undefined : address.id;
  const version = { documentId, ...localeParameter(address), status: "draft", ...options } as const;
  const result = await readOne(service, version);
  const [, row] = result;
  if (row && !isAdminRead(row) && isUnknownIn(row, service.type)) service.doubt();
  return result;
}

/** A single type that nobody has written yet is not there, and was not deleted either. */
const goneOr = (error: CmsError, address: Address): DocumentFailure =>
  error.name === "NotFoundError"
    ? { code: isSingle(address) ? "nothing-yet" : "gone" }
    : { code: "service", error };

const timesOf = (row: JsonObject) => ({
  version: Date.parse(textIn(row, "updatedAt")) || 0,
  created: Date.parse(textIn(row, "createdAt")) || 0,
});

/** What a person calls a document; empty where it has no title. */
export function titleOf(row: JsonObject, { titleField, kind, displayName }: ContentType): string {
  if (kind === "single") return displayName;
  const title = titleField === undefined ? undefined : row[titleField];
  return typeof title === "string" ? titleLine(title) : "";
}

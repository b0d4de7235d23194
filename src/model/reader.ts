import type { CallOptions, CmsError, Meta, Result, ShapeParams } from "../client/index.ts";
import type { Address } from "./address.ts";
import { isSingle, isUser } from "./address.ts";
import type { ContentType } from "./catalog.ts";
import type { Catalogs, TypedService } from "./catalogs.ts";
import { toContent, toText } from "./documentText.ts";
import type { Facts } from "./documentText.ts";
import type { JsonObject } from "./json.ts";
import { isArray, isObject, pick, textIn } from "./json.ts";
import type { Failure, Outcome } from "./outcome.ts";
import { done, failed, refused } from "./outcome.ts";
import { populateOf } from "./populate.ts";
import { readPublished } from "./published.ts";
import { stateOf } from "./states.ts";
import type { State } from "./states.ts";

/** One version of a document, as it was read: text, content and version belong together. */
export interface Snapshot {
  /** `updatedAt` in milliseconds: all that the service offers to tell versions apart. */
  readonly version: number;
  readonly created: number;
  readonly content: JsonObject;
  readonly text: string;
  readonly title: string;
  /** Of the localization that was read; absent for types without draft & publish. */
  readonly state?: State;
  readonly isReadonly: boolean;
  /** What the text says in `$`; empty for users. */
  readonly facts: Facts;
  /** The versions of all its localizations, as one string. */
  readonly family: string;
  /** The published versions that belong to it, one a locale. */
  readonly published: readonly JsonObject[];
}

/** Reads documents and users as text. */
export class Reader {
  readonly #catalogs: Catalogs;

  constructor(catalogs: Catalogs) {
    this.#catalogs = catalogs;
  }

  async read(address: Address, signal?: AbortSignal): Promise<Outcome<Snapshot>> {
    const options = signal ? { signal } : {};
    return isUser(address)
      ? this.#readUser(address, options)
      : this.#readDocument(address, options);
  }

  async #readUser(address: Address, options: CallOptions): Promise<Outcome<Snapshot>> {
    const [failure, service] = await this.#catalogs.service(address.connection);
    if (failure) return failed(failure);
    const params = { populate: ["role"] } as const;
    const id = Number(address.id);
    if (!Number.isInteger(id)) return failed({ code: "gone" });
    const [error, user] = await service.cms.users().find({ id, params, ...options });
    if (error) return failed(goneOr(error, address));
    // What came over the wire is JSON, whatever fields the client's type of it names.
    const { role, ...own } = user as unknown as JsonObject;
    const content = isObject(role)
      ? { ...own, role: { id: role["id"] ?? null, name: role["name"] ?? null } }
      : own;
    return done({
      ...versionOf(content),
      ...textOf(content),
      title: user.username,
      isReadonly: true,
      facts: {},
      family: "",
      published: [],
    });
  }

  async #readDocument(address: Address, options: CallOptions): Promise<Outcome<Snapshot>> {
    const [failure, service] = await this.#catalogs.type(address.connection, address.type);
    if (failure) return failed(failure);
    const reading = readDraft(service, address, options);
    const publishing = readPublished(service, address, options);
    const [error, draft] = await reading;
    if (error) return failed(goneOr(error, address));
    const [publishedError, published] = await publishing;
    if (publishedError) return refused(publishedError);
    return done(snapshotOf(address, service, { draft, published }));
  }
}

/** How a document is asked for, on reads and on the writes that answer with it. */
export function shapeOf({ catalog, type }: TypedService): ShapeParams {
  const populate = {
    ...populateOf(type.attributes, catalog),
    ...(type.localized && { localizations: { fields: ["updatedAt", "locale"] } }),
  };
  return { populate };
}

/** The query's part that names the localization. */
export const localeOf = ({ locale }: Address): { locale?: string } => (locale ? { locale } : {});

/** A snapshot out of a draft and the published versions that belong to it. */
export function snapshotOf(
  address: Address,
  service: TypedService,
  { draft, published }: { readonly draft: JsonObject; readonly published: readonly JsonObject[] },
): Snapshot {
  const { type } = service;
  const facts = factsOf(draft, published, type);
  const content = toContent(draft, facts, { connection: address.connection, ...service });
  const own = ownVersion(draft, published);
  return {
    ...versionOf(draft),
    ...textOf(content),
    title: titleOf(draft, type),
    ...(type.draftAndPublish && { state: stateOf(draft["updatedAt"], own?.["updatedAt"]) }),
    // Without a time there is no telling whether somebody else has changed it.
    isReadonly: textIn(draft, "updatedAt") === "",
    facts,
    family: JSON.stringify(draftsOf(draft).map((row) => [row["locale"], row["updatedAt"]])),
    published,
  };
}

function factsOf(draft: JsonObject, published: readonly JsonObject[], type: ContentType): Facts {
  const { draftAndPublish, localized } = type;
  const publishedAt = ownVersion(draft, published)?.["publishedAt"] ?? null;
  return {
    ...pick(draft, ["documentId", ...(localized ? ["locale"] : []), "createdAt", "updatedAt"]),
    ...(draftAndPublish && { publishedAt }),
    ...(localized && { locales: localesOf(draft, published) }),
  };
}

/** The published version of the same localization. */
const ownVersion = ({ locale = null }: JsonObject, published: readonly JsonObject[]) =>
  published.find((row) => (row["locale"] ?? null) === locale);

const localesOf = (draft: JsonObject, published: readonly JsonObject[]): Record<string, State> =>
  Object.fromEntries(
    draftsOf(draft).map((row): [string, State] => [
      textIn(row, "locale"),
      stateOf(row["updatedAt"], ownVersion(row, published)?.["updatedAt"]),
    ]),
  );

/** The drafts of all locales, by their code. */
function draftsOf(draft: JsonObject): JsonObject[] {
  const { localizations: others } = draft;
  return [draft, ...(isArray(others) ? others.filter(isObject) : [])].sort((a, b) =>
    textIn(a, "locale").localeCompare(textIn(b, "locale")),
  );
}

function readDraft(
  service: TypedService,
  address: Address,
  options: CallOptions,
): Promise<Result<JsonObject, Meta>> {
  const { cms, type } = service;
  const params = { ...shapeOf(service), ...localeOf(address), status: "draft" } as const;
  return isSingle(address)
    ? cms.single<JsonObject>(type.name).find({ params, ...options })
    : cms.collection<JsonObject>(type.name).find({ documentId: address.id, params, ...options });
}

/** A single type that nobody has written yet is not there, and was not deleted either. */
const goneOr = (error: CmsError, address: Address): Failure =>
  error.name === "NotFoundError"
    ? { code: isSingle(address) ? "nothing-yet" : "gone" }
    : { code: "service", error };

const versionOf = (row: JsonObject) => ({
  version: Date.parse(textIn(row, "updatedAt")) || 0,
  created: Date.parse(textIn(row, "createdAt")) || 0,
});

const textOf = (content: JsonObject) => ({ content, text: toText(content) });

/** What a person calls a document; empty where it has no title. */
export function titleOf(row: JsonObject, { titleField, kind, displayName }: ContentType): string {
  if (kind === "single") return displayName;
  const title = titleField === undefined ? undefined : row[titleField];
  return typeof title === "string" ? title.trim() : "";
}

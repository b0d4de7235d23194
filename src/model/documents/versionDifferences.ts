import type { CallOptions } from "../../client/index.ts";
import { isIdentical, isSameValue } from "../content/equality.ts";
import { toText, withoutFacts } from "../content/documentText.ts";
import { lackingReferences, referenceKey, withoutReferences } from "../content/references.ts";
import type { Reference } from "../content/references.ts";
import { isFullyKnown, isListable, type TypeInCatalog } from "../schemas/catalog.ts";
import { documentsPerRequest, readLocalizations, readVersions } from "../reading/documentReader.ts";
import { draftOf } from "./snapshotReader.ts";
import { isSingle, keyOf, isUser, type Address } from "../foundation/address.ts";
import { sizedChunks, groupedBy } from "../foundation/chunks.ts";
import { textIn, type JsonObject, ownIn } from "../foundation/json.ts";
import type { AnyFailure, Outcome } from "../foundation/outcome.ts";
import type { SchemaFailure } from "../schemas/schemaFailure.ts";
import { done, failed, isDenied, isServiceFailure } from "../foundation/outcome.ts";
import type { Catalogs, TypedService } from "../schemas/catalogs.ts";
import type { ReadFailure, ReadResult } from "../reading/readOptions.ts";
import { withoutIds } from "../content/componentIds.ts";
import { findExisting, localeOfTarget } from "../reading/readRequests.ts";
import { stateOf, type State } from "../content/publicationStatus.ts";

export type MissingRelationReason =
  /** The target has no published version in this locale. */
  | "not-published"
  /** A component points to its own document: the service omits that relation in every publish. */
  | "names-itself"
  /** The target is published: publishing the document again restores the relation. */
  | "lost";

/** A relation of a draft that its published version lacks. */
export interface MissingRelation {
  readonly reference: Reference;
  readonly reason: MissingRelationReason;
  /** The target's address; absent if its type can't be listed. */
  readonly target?: Address;
}

export interface VersionDifferences {
  readonly missingRelations: readonly MissingRelation[];
  /** The attributes with other differences. */
  readonly attributes: readonly string[];
}

export interface BothVersions {
  readonly address: Address;
  readonly documentId: string;
  readonly state: State;
  readonly draft: JsonObject;
  /** Undefined if there is no published version. */
  readonly published: JsonObject | undefined;
}

/** Documents of one type in one locale. */
export interface AddressGroup {
  readonly service: TypedService;
  readonly addresses: readonly Address[];
}

/** Calls `use` with a few documents of one type and locale at a time, until the first failure. */
export async function eachGroup<F extends AnyFailure>(
  addresses: readonly Address[],
  catalogs: Catalogs,
  use: (group: AddressGroup) => Promise<Outcome<unknown, F>>,
): Promise<Outcome<null, F | SchemaFailure>> {
  const groups = groupedBy(addresses, (address) => keyOf({ ...address, id: "" }));
  for (const group of groups.values()) {
    const [{ connection, type }] = group;
    const [failure, service] = await catalogs.type(connection, type);
    if (failure) return failed(failure);
    for (const chunk of sizedChunks(group, documentsPerRequest)) {
      const [error] = await use({ service, addresses: chunk });
      if (error) return failed(error);
    }
  }
  return done(null);
}

/** The differences are by the documents' keys. */
export async function compareVersions(
  addresses: readonly Address[],
  catalogs: Catalogs,
  options: CallOptions = {},
): ReadResult<ReadonlyMap<string, VersionDifferences & Pick<BothVersions, "state">>> {
  const differencesByKey = new Map<string, VersionDifferences & Pick<BothVersions, "state">>();
  const [failure] = await eachGroup<ReadFailure>(addresses, catalogs, async (group) => {
    const [unread, versions] = await readBothVersions(group, options);
    if (unread) return failed(unread);
    const [unknown, differences] = await versionDifferencesOf(versions, group.service, options);
    if (unknown) return failed(unknown);
    for (const [at, { address, state }] of versions.entries()) {
      const documentDifferences = differences[at];
      if (documentDifferences)
        differencesByKey.set(keyOf(address), { ...documentDifferences, state });
    }
    return done(null);
  });
  return failure ? failed(failure) : done(differencesByKey);
}

/** Omits documents without a draft. */
export async function readBothVersions(
  { service, addresses }: AddressGroup,
  options: CallOptions,
): ReadResult<readonly BothVersions[]> {
  const [[failure, drafts], [error, published]] = await Promise.all([
    readGroupVersions({ service, addresses }, "draft", options),
    readGroupVersions({ service, addresses }, "published", options),
  ]);
  if (failure) return failed(failure);
  if (error) return failed(error);
  return done(
    addresses.flatMap((address) => {
      const isMatch = (row: JsonObject) => isSingle(address) || row["documentId"] === address.id;
      const [draft, live] = [drafts.find(isMatch), published.find(isMatch)];
      if (!draft) return [];
      return {
        address,
        documentId: textIn(draft, "documentId"),
        state: stateOf(draft["updatedAt"], live?.["updatedAt"]),
        draft: draftOf(service, draft).content,
        published: live && draftOf(service, live).content,
      };
    }),
  );
}

/** Reads one version of documents of one type and locale, completely. */
export function readGroupVersions(
  { service, addresses }: AddressGroup,
  status: "draft" | "published",
  options: CallOptions,
): ReadResult<readonly JsonObject[]> {
  const ids = addresses.map(({ id }) => id);
  return readVersions(service, ids, { status, locale: addresses[0]?.locale ?? null }, options);
}

export async function versionDifferencesOf(
  versions: readonly Omit<BothVersions, "state">[],
  service: TypedService,
  options: CallOptions = {},
): ReadResult<readonly (VersionDifferences & Pick<BothVersions, "address">)[]> {
  const [first] = versions;
  if (!first) return done([]);
  const missingReferences = versions.map(({ draft, published = {} }) =>
    lackingReferences(draft, published, service).filter(({ target }) => target !== ""),
  );
  const references = missingReferences.flat();
  const { locale } = first.address;
  const [failure, isPublished] = await publishedTargets(service, locale, references, options);
  if (failure) return failed(failure);
  return done(
    versions.map((document, at) => {
      const missingRelations = (missingReferences[at] ?? []).map((reference): MissingRelation => {
        const { path, target: uid, documentId } = reference;
        const isOwn = documentId === document.documentId;
        // A document that points to itself is published together with its target.
        const isLost = isOwn ? !path.includes(".") : isPublished(uid, documentId);
        const reason = isLost ? "lost" : isOwn ? "names-itself" : "not-published";
        const target = targetAddressOf(reference, document.address, service);
        return { reference, reason, ...(target && { target }) };
      });
      const before = document.published ?? {};
      const omitted = missingRelations.map(({ reference }) => reference);
      const attributes = differingAttributes({ before, after: document.draft, omitted }, service);
      return {
        address: document.address,
        missingRelations,
        attributes: attributes.filter((name) => isComparable(name, service)),
      };
    }),
  );
}

/** Whether an attribute can be compared. An inferred one must be a scalar: rows have other ids. */
export const isComparable = (name: string, { type, catalog }: TypeInCatalog): boolean =>
  isFullyKnown(type.attributes.get(name), catalog);

/** The attributes that differ, apart from component ids and relations that the service omits. */
export function differingAttributes(
  versions: {
    readonly before: JsonObject;
    readonly after: JsonObject;
    readonly omitted?: readonly Reference[];
  },
  shape: TypeInCatalog,
): string[] {
  const omittedKeys = new Set(versions.omitted?.map(referenceKey));
  const isGone = (documentId: string, path: string) =>
    omittedKeys.has(referenceKey({ path, documentId }));
  const [before, after] = [versions.before, versions.after].map((content) =>
    withoutReferences(content, shape, isGone),
  );
  return [...shape.type.attributes].flatMap(([name, attribute]) =>
    isSameValue(attribute, ownIn(before, name), ownIn(after, name), shape.catalog) ? [] : [name],
  );
}

/** Returns a check for the targets that a published version can have. Unknown targets pass. */
async function publishedTargets(
  service: TypedService,
  locale: Address["locale"],
  references: readonly Reference[],
  options: CallOptions,
): ReadResult<(uid: string, id: string) => boolean> {
  const publishedKeys = new Set<string>();
  const unknownTypes = new Set<string>();
  const groups = [...groupedBy(references, ({ target }) => target)];
  const outcomes = await Promise.all(
    groups.map(async ([uid, group]): ReadResult<null> => {
      const ids = group.map(({ documentId }) => documentId);
      const targets = { target: uid, ids, status: "published", locale } as const;
      const [failure, existingIds] = await findExisting(service, targets, options);
      if (failure && !(isServiceFailure(failure) && isDenied(failure.error)))
        return failed(failure);
      if (existingIds) for (const id of existingIds) publishedKeys.add(`${uid} ${id}`);
      else unknownTypes.add(uid);
      return done(null);
    }),
  );
  const refusal = outcomes.find(([failure]) => failure)?.[0];
  if (refusal) return failed(refusal);
  return done((uid, id) => unknownTypes.has(uid) || publishedKeys.has(`${uid} ${id}`));
}

/** In the locale of the document that has the relation. */
export function targetAddressOf(
  { target, documentId }: Pick<Reference, "target" | "documentId">,
  { connection, locale }: Address,
  { catalog }: Pick<TypeInCatalog, "catalog">,
): Address | undefined {
  const type = catalog.targets.get(target);
  if (!type || !isListable(type, catalog)) return undefined;
  const targetLocale = localeOfTarget(type, locale, { catalog });
  const inLocale = targetLocale !== undefined && { locale: targetLocale };
  return { connection, type: type.name, id: documentId, ...inLocale };
}

/** Whether a content has component ids, which differ in each version and localization. */
export const hasComponentIds = (content: JsonObject, shape: TypeInCatalog): boolean =>
  !isIdentical(withoutIds(content, shape), content);

/** A content as text to compare, without component ids and the facts from the service. */
export const comparableText = (content: JsonObject, shape: TypeInCatalog): string =>
  toText(withoutFacts(withoutIds(content, shape)));

/** Reads the published version in the form of its draft; undefined if there is none. */
export async function readPublishedContent(
  service: TypedService,
  address: Address,
  signal?: AbortSignal,
): ReadResult<JsonObject | undefined> {
  const [failure, row] = await readPublishedRow(service, address, signal);
  return failure ? failed(failure) : done(row && draftOf(service, row).content);
}

/** The published version as the service returned it; undefined if there is none. */
export async function readPublishedRow(
  service: TypedService,
  address: Address,
  signal?: AbortSignal,
): ReadResult<JsonObject | undefined> {
  if (isUser(address) || !service.type.draftAndPublish) return done(undefined);
  const which = { status: "published", locale: address.locale ?? null } as const;
  const [failure, rows] = await readLocalizations(service, address, which, { signal });
  return failure ? failed(failure) : done(rows[0]);
}
